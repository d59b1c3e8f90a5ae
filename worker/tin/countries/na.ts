import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const na: CountryRule = {
  code: 'NA',
  name: 'Namibia',
  adjective: 'Namibian',
  rules: () => [
    {
      id: 'NA.TIN',
      label: 'TIN',
      name: 'Taxpayer identification number',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 7, 10),
    },
  ],
}
