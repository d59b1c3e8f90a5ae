import { countryWithOneType } from '../country-rule.ts'

export const af = countryWithOneType(
  { code: 'AF', name: 'Afghanistan', adjective: 'Afghan' },
  {
    id: 'AF.TIN',
    name: 'Taxpayer Identification Number',
    // Afghanistan Revenue Department, Guide 18: a unique ten-digit number.
    forms: [{ pattern: 'dddddddddd' }],
  },
)
