type Code =
  /** Paddle still processes the payment. */
  'NOT_SETTLED' | 'UNKNOWN_PRICE' | 'UNKNOWN_ORGANIZATION'

/** Why a payment job can't be completed yet. */
export class PaymentProblem extends Error {
  readonly code: Code

  constructor(code: Code) {
    super(`The payment can't be settled: ${code}`)
    this.name = 'PaymentProblem'
    this.code = code
  }
}
