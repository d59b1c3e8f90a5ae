import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const ag = countryWithOneType(
  { code: 'AG', name: 'Antigua and Barbuda', adjective: 'Antiguan' },
  {
    id: 'AG.TIN',
    name: 'Taxpayer Identification Number',
    basis: 'secondary',
    forms: formsOfLengths('d', 6, 8),
  },
)
