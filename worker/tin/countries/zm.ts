import type { CountryRule } from '../country-rule.ts'

export const zm: CountryRule = {
  code: 'ZM',
  name: 'Zambia',
  adjective: 'Zambian',
  rules: () => [
    {
      id: 'ZM.TPIN',
      label: 'TPIN',
      name: 'Taxpayer identification number',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
