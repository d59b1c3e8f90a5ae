import { digit, number } from '../checks/digits.ts'
import type { CountryRule } from '../country-rule.ts'

const kinds = [
  'person',
  'person',
  'company',
  'public body',
  'international organisation or diplomatic mission',
  'non-governmental organisation',
]

export const bj: CountryRule = {
  code: 'BJ',
  name: 'Benin',
  adjective: 'Beninese',
  rules: () => [
    {
      id: 'BJ.IFU',
      label: 'IFU',
      name: 'Unique tax identifier',
      localName: 'Identifiant Fiscal Unique',
      holder: 'any',
      check: 'none',
      forms: [{ pattern: 'ddddddddddddd' }],
      // Direction générale des impôts, "Tout savoir sur l'IFU": kind, year, serial, branch, check digit.
      warn: () => ({
        code: 'CHECKSUM_NOT_VERIFIABLE',
        message: 'The last digit of an IFU is a check digit whose rule is not published.',
      }),
      facts: (n) => {
        const kind = kinds[digit(n, 0) - 1]
        const year = number(n, 1, 5)
        if (kind === undefined || year < 2006 || year > 2099) return undefined
        const sex = n.startsWith('1') ? 'male' : 'female'
        return { kind, ...(kind === 'person' && { sex }), registrationYear: String(year) }
      },
    },
  ],
}
