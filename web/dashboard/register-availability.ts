import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'
import type { Token } from '#worker/tokens/contract.ts'
import type { KnownCountry } from './register-result.ts'

export type RegisterUnavailable = { of: 'key' | 'country'; text: string }

export function registerUnavailable(
  country: KnownCountry | undefined,
  token: Token | undefined,
): RegisterUnavailable | undefined {
  if (token && !token.permissions.validation) {
    return { of: 'key', text: `The API token "${token.name}" can't check registers.` }
  }
  if (!country?.types || hasRegister(country)) return undefined
  const names = taxTypesOf(country).flatMap(({ register }) => (register ? [register.name] : []))
  const [first] = names
  return {
    of: 'country',
    text: first
      ? `We aren't connected to the register of ${countryInSentence(country.name)}, ${first}.`
      : `There is no public register of tax IDs in ${countryInSentence(country.name)}.`,
  }
}

export const hasRegister = (country: KnownCountry | undefined): boolean =>
  taxTypesOf(country).some(({ register }) => register?.state === 'on')

/** Other types, such as EORI numbers, are checked only on request. */
const taxTypesOf = (country: KnownCountry | undefined) =>
  country?.types?.filter(({ onRequest }) => !onRequest) ?? []
