import type { PaddleEventData } from '@paddle/paddle-js'
import { describe, expect, it } from 'vitest'
import { formatCardNumber, formatCvc, formatExpiry } from '#web/billing/demo-card.ts'
import { failureDetails, failureToast } from '#web/billing/failure-texts.ts'
import { eventReader } from '#web/billing/paddle.ts'
import { CheckoutFailure, POLLS, settle } from '#web/billing/payment.ts'
import type { Payment } from '#web/billing/payment-state.ts'
import { ApiError, NetworkError } from '#web/lib/api-error.ts'
import type { Verification } from '#worker/billing/contract.ts'

const transactionId = `txn_${'0'.repeat(26)}`

/** An event as Paddle.js sends it. Its enum is a type only, so the name is set at run time. */
const sent = (event: object): PaddleEventData => JSON.parse(JSON.stringify(event))

describe('settling a payment', () => {
  const paid = { organizationId: 'org_a', transactionId }
  const answered = (...answers: (Verification | Error)[]) => settled(paid, ...answers)
  const settled = async (payment: Payment, ...answers: (Verification | Error)[]) => {
    const waits: number[] = []
    let asked = 0
    const result = await settle(
      {
        verify: async () => {
          const answer = answers[Math.min(asked, answers.length - 1)]
          asked++
          if (!answer || answer instanceof Error) throw answer
          return answer
        },
        wait: async (milliseconds) => void waits.push(milliseconds),
      },
      payment,
      new AbortController().signal,
    ).catch((error: unknown) => error)
    return { result, asked, waits }
  }
  const success: Verification = { success: true, message: '', tier: 'PRO' }
  const pending: Verification = { success: false, message: '', pending: true }

  it('asks every 3 seconds until the server confirms a tier', async () => {
    const result = { name: 'success', tier: 'PRO' }
    expect(await answered(success)).toEqual({ result, asked: 1, waits: [] })
    expect(await answered(pending, pending, success)).toEqual({ result, asked: 3, waits: [3_000, 3_000] })
  })

  it('stays pending after 10 answers', async () => {
    const { result, asked } = await answered(pending)
    expect(result).toEqual({ name: 'pending' })
    expect(asked).toBe(POLLS)
  })

  it('survives a network error and a broken server, and gives up after 10', async () => {
    const broken = [new NetworkError('offline'), new ApiError(500, '')]
    expect((await answered(...broken, success)).result).toEqual({ name: 'success', tier: 'PRO' })
    const { result, asked } = await answered(...broken)
    expect(result).toMatchObject({ stage: 'verification' })
    expect(asked).toBe(POLLS)
  })

  it('fails at once when the server refuses or denies the payment', async () => {
    const refused = await answered(new ApiError(404, JSON.stringify({ message: 'Not yours' })))
    expect(refused).toMatchObject({ asked: 1, result: { stage: 'verification', reason: 'Not yours' } })
    const denied = await answered({ success: false, message: 'Not paid' })
    expect(denied).toMatchObject({ asked: 1, result: { stage: 'verification', reason: 'Not paid' } })
  })

  it('waits for a payment that was being made when the window closed, and never asks to pay it again', async () => {
    const open: Verification = { success: false, message: 'Not completed', open: true }
    const failed: Verification = { success: false, message: 'The payment failed' }
    const unsettled = { ...paid, isUnsettled: true }
    expect((await settled(unsettled, open, open, success)).result).toEqual({ name: 'success', tier: 'PRO' })
    expect(await settled(unsettled, open)).toMatchObject({ result: { name: 'unsettled' }, asked: POLLS })
    expect((await settled(unsettled, open, failed)).result).toMatchObject({ reason: 'The payment failed' })
    expect(await answered(open)).toMatchObject({ asked: 1, result: { stage: 'verification' } })
  })

  it('blames the completion if Paddle sent no transaction ID', async () => {
    const verify = async () => ({ success: false, message: 'No transaction' })
    const payment = { organizationId: 'org_a', transactionId: undefined }
    const deps = { verify, wait: async () => undefined }
    await expect(settle(deps, payment, new AbortController().signal)).rejects.toMatchObject({
      stage: 'completion',
    })
  })
})

describe('events of Paddle.js', () => {
  it('reads the ones that end a checkout', () => {
    const read = eventReader()
    expect(read(sent({ name: 'checkout.completed', data: { transaction_id: transactionId } }))).toEqual({
      name: 'completed',
      transactionId,
    })
    expect(read(sent({ name: 'checkout.completed' }))).toEqual({ name: 'completed' })
    expect(read(sent({ name: 'checkout.closed' }))).toEqual({ name: 'closed' })
    expect(read(sent({ name: 'checkout.error', code: 'c', detail: 'd' }))).toEqual({
      name: 'failed',
      code: 'c',
      detail: 'd',
    })
  })

  it('ignores the others, and a declined card, which the window handles', () => {
    const read = eventReader()
    for (const name of ['checkout.loaded', 'checkout.payment.failed', 'checkout.new-one'])
      expect(read(sent({ name }))).toBeUndefined()
    expect(read(sent({}))).toBeUndefined()
  })

  it.each(['error', 'failed', 'payment.error'])(
    'never say that a payment failed that can still go through: %s',
    (name) => {
      const read = eventReader()
      read(sent({ name: 'checkout.loaded', data: { transaction_id: transactionId } }))
      read(sent({ name: 'checkout.payment.initiated' }))
      const error = sent({ name: `checkout.${name}`, code: 'c', detail: 'd' })
      expect(read(error)).toEqual({ name: 'unsettled', transactionId })
      expect(read(sent({ name: 'checkout.closed' }))).toEqual({ name: 'unsettled', transactionId })
      read(sent({ name: 'checkout.payment.initiated' }))
      read(sent({ name: 'checkout.payment.failed' }))
      expect(read(error)).toEqual({ name: 'failed', code: 'c', detail: 'd' })
    },
  )

  it.each([
    ['it was sent', ['payment.initiated', 'updated'], 'unsettled'],
    ['it was declined', ['payment.initiated', 'payment.failed'], 'closed'],
    ['another one was declined', ['payment.initiated', 'payment.failed', 'payment.initiated'], 'unsettled'],
    ['it went through', ['payment.initiated', 'completed'], 'closed'],
  ])('know if a payment can still go through when the window closes: %s', (_, before, name) => {
    const read = eventReader()
    for (const event of before) read(sent({ name: `checkout.${event}` }))
    const closed = sent({ name: 'checkout.closed', data: { transaction_id: transactionId } })
    expect(read(closed)).toEqual({ name, ...(name === 'unsettled' && { transactionId }) })
  })
})

describe('texts of a failed checkout', () => {
  it.each([
    [new CheckoutFailure('parameters'), 'Checkout Error', 'Failed to start checkout'],
    [new CheckoutFailure('event', { reason: 'No items' }), 'Checkout Error', 'No items'],
    [new CheckoutFailure('event', { code: 'invalid_email_address', reason: 'Bad' }), 'Invalid email', 'Bad'],
    [new CheckoutFailure('verification'), 'Verification Failed', 'Failed to verify transaction'],
    [new CheckoutFailure('completion'), 'Processing Error', 'Failed to process checkout completion'],
    [new CheckoutFailure('unexpected'), 'Checkout Error', 'Failed to start checkout'],
  ])('toast of %s', (failure, title, description) => {
    expect(failureToast(failure)).toEqual({ title, description })
  })

  it('warn against paying twice unless the server denied the payment', () => {
    const detailsOf = (...failure: ConstructorParameters<typeof CheckoutFailure>) =>
      failureDetails(new CheckoutFailure(...failure)).join()
    expect(detailsOf('completion')).toContain("don't pay again")
    expect(detailsOf('verification', { cause: new NetworkError('offline') })).toContain("don't pay again")
    expect(detailsOf('verification', { cause: new ApiError(404, '') })).toBe('')
    expect(detailsOf('verification', { reason: 'Not paid' })).toBe('Not paid')
  })
})

describe('demo card', () => {
  it('groups the number in fours, up to 19 characters', () => {
    expect(formatCardNumber('4242')).toBe('4242')
    expect(formatCardNumber('42424')).toBe('4242 4')
    expect(formatCardNumber('4242-4242x42424242')).toBe('4242 4242 4242 4242')
    expect(formatCardNumber('4242 4242 4242 4242 9')).toBe('4242 4242 4242 4242')
  })

  it('writes the expiry as MM/YY, which can be deleted again', () => {
    expect(formatExpiry('12')).toBe('12')
    expect(formatExpiry('123')).toBe('12/3')
    expect(formatExpiry('12/30')).toBe('12/30')
    expect(formatExpiry('12/309')).toBe('12/30')
    expect(formatExpiry('12/')).toBe('12')
  })

  it('takes 3 digits of CVC', () => {
    expect(formatCvc('12a34')).toBe('123')
  })
})
