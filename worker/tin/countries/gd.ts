import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const gd = countryWithOneType(
  { code: 'GD', name: 'Grenada', adjective: 'Grenadian' },
  {
    id: 'GD.TIN',
    name: 'Tax Identification Number',
    basis: 'secondary',
    forms: formsOfLengths('d', 5, 8),
  },
)
