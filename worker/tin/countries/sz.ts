import type { CountryRule } from '../country-rule.ts'

export const sz: CountryRule = {
  code: 'SZ',
  name: 'Eswatini',
  adjective: 'Eswatini',
  rules: () => [
    {
      id: 'SZ.TIN',
      label: 'TIN',
      name: 'Taxpayer identification number',
      kinds: ['tin', 'vat'],
      check: 'none',
      // Eswatini Revenue Service, payment references: nine digits.
      forms: [{ pattern: 'ddddddddd' }],
    },
  ],
}
