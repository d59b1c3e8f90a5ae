import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const jo = countryWithOneType(
  { code: 'JO', name: 'Jordan', adjective: 'Jordanian' },
  {
    id: 'JO.TIN',
    label: 'الرقم الضريبي',
    name: 'Tax number',
    localName: 'الرقم الضريبي',
    noun: 'tax number',
    basis: 'secondary',
    forms: formsOfLengths('d', 8, 10),
  },
)
