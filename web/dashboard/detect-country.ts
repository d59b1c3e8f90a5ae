import type { FittingCountries } from '#worker/tin/contract/fitting-countries.ts'

const nothing: FittingCountries = { prefixed: undefined, codes: [] }

/** In the browser, so that the number isn't sent anywhere. The rules are loaded when they are first needed. */
export async function detectCountry(tin: string): Promise<FittingCountries> {
  const engine = await import('#worker/tin/contract/fitting-countries.ts').catch(() => undefined)
  return engine ? engine.fittingCountries(tin) : nothing
}

export type CountryChoice = {
  country: string | undefined
  /** The number that the country was found for. Undefined if the user selected the country. */
  foundFor: string | undefined
}

export const needsDetection = ({ country, foundFor }: CountryChoice, tin: string): boolean =>
  tin.trim() !== '' && (country === undefined || (foundFor !== undefined && foundFor !== tin))

/** Replaces a country only if it was found for another number. Several candidates are for the user to select from. */
export function choiceAfter(choice: CountryChoice, tin: string, fitting: FittingCountries): CountryChoice {
  if (!needsDetection(choice, tin)) return choice
  const { prefixed, codes } = fitting
  if (prefixed !== undefined) return { country: prefixed, foundFor: tin }
  const isPossible = codes.length === 0 || codes.some((code) => code === choice.country)
  return isPossible ? choice : { country: undefined, foundFor: undefined }
}
