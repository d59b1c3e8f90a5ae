import { type Result, type ValidationResponse, validateSchema } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'
import { type RegisterOutcome, sandboxOutcomes } from '#worker/validation/sandbox/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'

export type ResultNumber = { result: Result; countryCode: string; tin: string; name?: string }

/** The sandbox's number for an outcome. The fake registers answer in the same way while those of the EU are down. */
const magic = (result: Result, type: string, outcome: RegisterOutcome, name?: string): ResultNumber => ({
  result,
  countryCode: type.slice(0, 2),
  tin: magicNumbers[type]?.[sandboxOutcomes.indexOf(outcome)] ?? '',
  ...(name && { name }),
})
const number = (result: Result, countryCode: string, tin: string): ResultNumber => ({
  result,
  countryCode,
  tin,
})

/** Each result in several ways. */
export const resultNumbers: readonly ResultNumber[] = [
  ...['NO.ORGNR', 'CH.UID', 'AU.ABN', 'BR.CNPJ', 'SG.UEN', 'GB.VAT', 'CA.BN'].map((type) =>
    magic('confirmed', type, 'registered'),
  ),
  magic('confirmed', 'NO.ORGNR', 'registered', '株式会社山田'),
  ...['CH.UID', 'AU.ABN', 'SG.UEN', 'GB.VAT', 'CA.BN', 'TW.UBN'].map((type) =>
    magic('different_name', type, 'name_differs', 'Somebody Else'),
  ),
  number('format_only', 'US', '98-7654321'),
  number('format_only', 'PT', '999999990'),
  number('format_only', 'DE', '47 036 892 816'),
  number('format_only', 'CA', '901 234 567'),
  number('format_only', 'BR', '111.444.777-35'),
  number('format_only', 'AR', '30-54668997-9'),
  magic('unconfirmed', 'DE.VAT', 'stale'),
  magic('unconfirmed', 'BE.VAT', 'fallback'),
  magic('unconfirmed', 'LU.TVA', 'unavailable'),
  magic('unconfirmed', 'NL.BTW', 'timeout'),
  magic('unconfirmed', 'AT.UID', 'throttled'),
  magic('unconfirmed', 'DK.CVR', 'unreachable'),
  magic('unconfirmed', 'FR.TVA', 'blocked'),
  magic('unconfirmed', 'IT.IVA', 'unreadable'),
  magic('unconfirmed', 'SI.DS', 'wrong_number'),
  magic('unconfirmed', 'GR.AFM', 'busy'),
  magic('unconfirmed', 'EE.KMKR', 'paused'),
  magic('invalid', 'AU.ABN', 'not_registered'),
  magic('invalid', 'KR.BRN', 'not_registered'),
  number('invalid', 'DE', 'DE136695967'),
  number('invalid', 'IT', 'RSSMRA85T99A562S'),
  number('invalid', 'FR', '-'),
  number('invalid', 'US', '123'),
  number('unsupported', 'BM', '1'),
  number('unsupported', 'KY', '123456789'),
  number('unsupported', 'VG', '123456789'),
]

/** The answer of the sandbox, without its API. */
export function sandboxAnswerTo(json: unknown): ValidationResponse {
  const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
  const { answer } = answerInSandbox(validateSchema.parse(json), caller, {
    requestId: 'ref',
    now: new Date(),
  })
  if (answer instanceof Error) throw answer
  return answer
}
