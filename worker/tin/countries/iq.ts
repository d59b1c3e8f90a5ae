import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const iq = countryWithOneType(
  { code: 'IQ', name: 'Iraq', adjective: 'Iraqi' },
  {
    id: 'IQ.TIN',
    name: 'Tax identification number',
    localName: 'الرقم الضريبي',
    basis: 'secondary',
    forms: formsOfLengths('d', 9, 10),
  },
)
