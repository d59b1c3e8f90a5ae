import type { CountryRule } from '../country-rule.ts'

export const gy: CountryRule = {
  code: 'GY',
  name: 'Guyana',
  adjective: 'Guyanese',
  rules: () => [
    {
      id: 'GY.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd' }],
    },
  ],
}
