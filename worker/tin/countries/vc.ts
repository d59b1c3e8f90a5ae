import { countryWithOneType } from '../country-rule.ts'

export const vc = countryWithOneType(
  { code: 'VC', name: 'Saint Vincent and the Grenadines', adjective: 'Vincentian' },
  {
    id: 'VC.TIN',
    name: 'Taxpayer Identification Number',
    basis: 'secondary',
    forms: [{ pattern: 'dddddd' }],
  },
)
