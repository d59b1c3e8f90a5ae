import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const na = countryWithOneType(
  { code: 'NA', name: 'Namibia', adjective: 'Namibian' },
  {
    id: 'NA.TIN',
    name: 'Taxpayer identification number',
    basis: 'secondary',
    forms: formsOfLengths('d', 7, 10),
  },
)
