import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const kn: CountryRule = {
  code: 'KN',
  name: 'Saint Kitts and Nevis',
  adjective: 'Kittitian',
  rules: () => [
    {
      id: 'KN.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 6, 9),
    },
  ],
}
