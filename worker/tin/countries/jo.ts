import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const jo: CountryRule = {
  code: 'JO',
  name: 'Jordan',
  adjective: 'Jordanian',
  rules: () => [
    {
      id: 'JO.TIN',
      label: 'الرقم الضريبي',
      name: 'Tax number',
      localName: 'الرقم الضريبي',
      noun: 'tax number',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 8, 10),
    },
  ],
}
