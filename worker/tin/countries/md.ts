import { digit, expectDigit, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import type { CountryRule } from '../country-rule.ts'

const weights = [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]

export const md: CountryRule = {
  code: 'MD',
  name: 'Moldova',
  adjective: 'Moldovan',
  labels: ['Cod fiscal', 'c/f'],
  rules: () => [
    {
      id: 'MD.IDNO',
      label: 'IDNO / IDNP',
      name: 'State identification number of companies and persons',
      localName: 'Numărul de identificare de stat',
      noun: 'IDNO or IDNP',
      kinds: ['tin', 'person', 'business'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd' }],
      // Government decision 333/2002; the fiscal code by the Tax Code, art. 162.
      verify: (n) => expectDigit(n, 12, weightedSum(n, weights) % 10),
      facts: (n) => {
        if (digit(n, 0) === 2) return { kind: 'person' }
        if (digit(n, 0) !== 1) return undefined
        const year = number(n, 1, 4)
        return {
          kind: 'company',
          ...(year < 100 && { registrationYear: String(2000 + year) }),
        }
      },
    },
    {
      id: 'MD.VAT',
      label: 'Cod TVA',
      name: 'VAT code',
      localName: 'Codul TVA',
      noun: 'VAT code',
      kinds: ['vat'],
      basis: 'secondary',
      forms: [{ pattern: 'ddddddd' }],
    },
  ],
}
