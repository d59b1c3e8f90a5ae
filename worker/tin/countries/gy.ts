import { countryWithOneType } from '../country-rule.ts'

export const gy = countryWithOneType(
  { code: 'GY', name: 'Guyana', adjective: 'Guyanese' },
  {
    id: 'GY.TIN',
    name: 'Taxpayer Identification Number',
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
