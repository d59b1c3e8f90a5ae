import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const iq: CountryRule = {
  code: 'IQ',
  name: 'Iraq',
  adjective: 'Iraqi',
  rules: () => [
    {
      id: 'IQ.TIN',
      label: 'TIN',
      name: 'Tax identification number',
      localName: 'الرقم الضريبي',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 9, 10),
    },
  ],
}
