import type { Token } from '#worker/tokens/contract.ts'
import type { KnownCountry } from './register-result.ts'

export type RegisterUnavailable = { of: 'key' | 'country'; text: string }

export function registerUnavailable(
  country: KnownCountry | undefined,
  token: Token | undefined,
): RegisterUnavailable | undefined {
  if (token && !token.permissions.validation) {
    return { of: 'key', text: `The API key “${token.name}” may not ask registers.` }
  }
  if (!country?.identifiers || hasRegister(country)) return undefined
  const names = country.identifiers.flatMap(({ register }) => (register ? [register.name] : []))
  const [first] = names
  return {
    of: 'country',
    text: first
      ? `The register of ${country.name}, ${first}, is not connected.`
      : `No official register of ${country.name} answers the public.`,
  }
}

export const hasRegister = (country: KnownCountry | undefined): boolean =>
  country?.identifiers?.some(({ register }) => register?.state === 'on') ?? false
