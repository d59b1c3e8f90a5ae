import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const ag: CountryRule = {
  code: 'AG',
  name: 'Antigua and Barbuda',
  adjective: 'Antiguan',
  rules: () => [
    {
      id: 'AG.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 6, 8),
    },
  ],
}
