import { anyLength, type CountryRule } from '../rule.ts'

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
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: anyLength('d', 9, 10),
    },
  ],
}
