import type { CountryRule } from '../country-rule.ts'

export const mw: CountryRule = {
  code: 'MW',
  name: 'Malawi',
  adjective: 'Malawian',
  rules: () => [
    {
      id: 'MW.TPIN',
      label: 'TPIN',
      name: 'Taxpayer identification number',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddd' }],
    },
  ],
}
