import type { CountryRule } from '../country-rule.ts'

export const pg: CountryRule = {
  code: 'PG',
  name: 'Papua New Guinea',
  adjective: 'Papua New Guinean',
  rules: () => [
    {
      id: 'PG.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd' }],
    },
  ],
}
