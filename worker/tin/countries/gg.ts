import type { CountryRule } from '../country-rule.ts'

export const gg: CountryRule = {
  code: 'GG',
  name: 'Guernsey',
  adjective: 'Guernsey',
  rules: () => [
    {
      id: 'GG.SSN',
      label: 'Social security no.',
      name: 'Social security number',
      noun: 'social security number',
      holder: 'person',
      kinds: ['person', 'tin'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'GYdddddd' }],
    },
  ],
}
