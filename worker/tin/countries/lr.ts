import { countryWithOneType } from '../country-rule.ts'

export const lr = countryWithOneType(
  { code: 'LR', name: 'Liberia', adjective: 'Liberian' },
  {
    id: 'LR.TIN',
    name: 'Taxpayer Identification Number',
    kinds: ['tin', 'vat'],
    // Liberia Revenue Authority, "What is a Tax Identification Number": nine digits that begin with 5.
    forms: [{ pattern: '5dddddddd' }],
  },
)
