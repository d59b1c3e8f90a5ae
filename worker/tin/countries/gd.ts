import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const gd: CountryRule = {
  code: 'GD',
  name: 'Grenada',
  adjective: 'Grenadian',
  rules: () => [
    {
      id: 'GD.TIN',
      label: 'TIN',
      name: 'Tax Identification Number',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 5, 8),
    },
  ],
}
