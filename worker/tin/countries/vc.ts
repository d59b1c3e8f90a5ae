import type { CountryRule } from '../country-rule.ts'

export const vc: CountryRule = {
  code: 'VC',
  name: 'Saint Vincent and the Grenadines',
  adjective: 'Vincentian',
  rules: () => [
    {
      id: 'VC.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddd', mask: '######' }],
    },
  ],
}
