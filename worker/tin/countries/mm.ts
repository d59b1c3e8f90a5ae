import type { CountryRule } from '../country-rule.ts'

export const mm: CountryRule = {
  code: 'MM',
  name: 'Myanmar',
  adjective: 'Myanmar',
  rules: () => [
    {
      id: 'MM.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd' }],
    },
  ],
}
