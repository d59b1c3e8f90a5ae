import type { CountryRule } from '../country-rule.ts'

export const sr: CountryRule = {
  code: 'SR',
  name: 'Suriname',
  adjective: 'Surinamese',
  rules: () => [
    {
      id: 'SR.FIN',
      label: 'FIN',
      name: 'Fiscal identification number',
      localName: 'Fiscaal identificatienummer',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
