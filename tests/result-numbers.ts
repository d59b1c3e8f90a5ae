import type { Result } from '#worker/validation/contract.ts'
import { type RegisterOutcome, sandboxOutcomes } from '#worker/validation/sandbox/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'

const COMPANY = 'Sandbox Company Ltd'

/** With the company's own name. */
const simulated: Readonly<Record<RegisterOutcome, Result>> = {
  registered: 'confirmed',
  not_registered: 'invalid',
  ended: 'invalid',
  name_differs: 'different_name',
  stale: 'unconfirmed',
  stand_in: 'unconfirmed',
  unavailable: 'unconfirmed',
  timeout: 'unconfirmed',
  throttled: 'unconfirmed',
  unreachable: 'unconfirmed',
  blocked: 'unconfirmed',
  unreadable: 'unconfirmed',
  wrong_number: 'unconfirmed',
  busy: 'unconfirmed',
  paused: 'unconfirmed',
  refused: 'format_only',
  not_covered: 'format_only',
}

export type ResultNumber = { result: Result; countryCode: string; tin: string; name?: string }

const magicOf = (type: string): ResultNumber[] =>
  Object.entries(simulated).map(([outcome, result]) => ({
    result,
    countryCode: type.slice(0, 2),
    tin: magicNumbers[type]?.[sandboxOutcomes.indexOf(outcome as RegisterOutcome)] ?? '',
    name: COMPANY,
  }))

/** Each result in several ways, with the simulated registers of the sandbox. */
export const resultNumbers: readonly ResultNumber[] = [
  ...magicOf('DE.VAT'),
  ...magicOf('NO.ORGNR'),
  { result: 'confirmed', countryCode: 'BE', tin: '0403019261' },
  { result: 'different_name', countryCode: 'BE', tin: '0403019261', name: 'Somebody Else' },
  { result: 'confirmed', countryCode: 'BE', tin: '0403019261', name: '株式会社山田' },
  { result: 'format_only', countryCode: 'US', tin: '98-7654321' },
  { result: 'format_only', countryCode: 'PT', tin: '999999990' },
  { result: 'invalid', countryCode: 'DE', tin: 'DE136695967' },
  { result: 'invalid', countryCode: 'IT', tin: 'RSSMRA85T99A562S' },
  { result: 'invalid', countryCode: 'FR', tin: '-' },
  { result: 'unsupported', countryCode: 'BM', tin: '1' },
  { result: 'unsupported', countryCode: 'KY', tin: '123456789' },
]
