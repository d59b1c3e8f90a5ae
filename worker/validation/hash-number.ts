import type { ApiSettings } from '#worker/env.ts'
import { hmac } from '#worker/lib/digest.ts'
import { isoCode } from '#worker/tin/contract/country-aliases.ts'
import { normalize } from '#worker/tin/normalize.ts'
import type { ValidationResponse } from './contract.ts'

/** 90 bits in base64url. PostgreSQL would take 8 bytes more for the next character. */
const LENGTH = 15

type Number = Pick<ValidationResponse, 'countryCode' | 'tin' | 'additionalInfo'>

/** The same for all spellings of an organization's number. Keyed, because all numbers can be guessed. */
export async function hashNumber(
  { ANSWER_KEYS: [{ secret }] }: Pick<ApiSettings, 'ANSWER_KEYS'>,
  organizationId: string,
  { countryCode, tin, additionalInfo: { compact = normalize(tin).text } }: Number,
): Promise<string> {
  const hash = await hmac(secret, `number ${organizationId} ${isoCode(countryCode)} ${compact}`)
  return hash.toString('base64url').slice(0, LENGTH)
}
