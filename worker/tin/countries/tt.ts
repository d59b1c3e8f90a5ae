import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const tt = countryWithOneType(
  { code: 'TT', name: 'Trinidad and Tobago', adjective: 'Trinidadian' },
  {
    id: 'TT.BIR',
    name: 'Board of Inland Revenue file number',
    noun: 'BIR number',
    basis: 'secondary',
    forms: formsOfLengths('d', 9, 10),
  },
)
