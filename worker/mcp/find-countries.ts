import { countries, validateTin } from '#worker/tin/index.ts'

const MAX_COUNTRIES = 20

const strength = { checksum: 0, structure: 1, none: 2 }

/** The countries in which a number has a valid format. Those whose check digit it passes are first. */
export function findCountries(tin: string) {
  const found = countries
    .flatMap(({ code, name }) => {
      const match = validateTin(code, tin)
      if (!match.valid) return []
      const { id, label, check } = match.identifier
      return [{ countryCode: code, country: name, type: id, label, formatted: match.formatted, check }]
    })
    .toSorted((one, other) => strength[one.check] - strength[other.check])
  return { total: found.length, countries: found.slice(0, MAX_COUNTRIES) }
}
