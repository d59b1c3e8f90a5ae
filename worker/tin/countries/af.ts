import type { CountryRule } from '../country-rule.ts'

export const af: CountryRule = {
  code: 'AF',
  name: 'Afghanistan',
  adjective: 'Afghan',
  rules: () => [
    {
      id: 'AF.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      check: 'none',
      // Afghanistan Revenue Department, Guide 18: a unique ten-digit number.
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
