import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const gi = countryWithOneType(
  { code: 'GI', name: 'Gibraltar', adjective: 'Gibraltar' },
  {
    id: 'GI.TIN',
    name: 'Tax reference number',
    basis: 'secondary',
    forms: formsOfLengths('d', 5, 6),
  },
)
