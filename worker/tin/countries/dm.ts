import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const dm = countryWithOneType(
  { code: 'DM', name: 'Dominica', adjective: 'Dominica' },
  {
    // Some sources count a check digit, whose rule is not published, as the seventh.
    id: 'DM.TIN',
    name: 'Tax Identification Number',
    basis: 'secondary',
    forms: formsOfLengths('d', 6, 7),
  },
)
