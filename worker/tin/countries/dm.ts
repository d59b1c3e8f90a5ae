import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const dm: CountryRule = {
  code: 'DM',
  name: 'Dominica',
  adjective: 'Dominica',
  rules: () => [
    {
      // Some sources count a check digit, whose rule is not published, as the seventh.
      id: 'DM.TIN',
      label: 'TIN',
      name: 'Tax Identification Number',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 6, 7),
    },
  ],
}
