import { digit, number } from '../checks/digits.ts'
import { countryWithOneType, invalidPart } from '../country-rule.ts'

const kinds = [
  'person',
  'person',
  'company',
  'public body',
  'international organization or diplomatic mission',
  'non-governmental organization',
]

const noYear = invalidPart('Digits 2 to 5 are the year of registration, since 2000.')

export const bj = countryWithOneType(
  { code: 'BJ', name: 'Benin', adjective: 'Beninese' },
  {
    id: 'BJ.IFU',
    name: 'Unique tax identifier',
    localName: 'Identifiant Fiscal Unique',
    kinds: ['tin', 'vat'],
    sets: { k: '123456' },
    forms: [{ pattern: 'kdddddddddddd' }],
    // Direction générale des impôts, "Tout savoir sur l'IFU": kind, year, serial, branch, check digit.
    verify: (n) => (number(n, 1, 5) < 2000 ? noYear : undefined),
    warn: () => ({
      code: 'CHECKSUM_NOT_VERIFIABLE',
      message: "The last digit of an IFU is a check digit whose rule isn't published.",
    }),
    facts: (n) => {
      const kind = kinds[digit(n, 0) - 1]
      const year = number(n, 1, 5)
      if (kind === undefined) return { registrationYear: String(year) }
      const sex = n.startsWith('1') ? 'male' : 'female'
      return { kind, ...(kind === 'person' && { sex }), registrationYear: String(year) }
    },
  },
)
