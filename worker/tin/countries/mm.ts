import { countryWithOneType } from '../country-rule.ts'

export const mm = countryWithOneType(
  { code: 'MM', name: 'Myanmar', adjective: 'Myanmar' },
  {
    id: 'MM.TIN',
    name: 'Taxpayer Identification Number',
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
