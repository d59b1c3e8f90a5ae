import { anyLength, type CountryRule } from '../rule.ts'

export const na: CountryRule = {
  code: 'NA',
  name: 'Namibia',
  adjective: 'Namibian',
  rules: () => [
    {
      id: 'NA.TIN',
      label: 'TIN',
      name: 'Taxpayer identification number',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: anyLength('d', 7, 10),
    },
  ],
}
