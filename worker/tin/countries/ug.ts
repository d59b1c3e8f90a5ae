import type { CountryRule } from '../country-rule.ts'

export const ug: CountryRule = {
  code: 'UG',
  name: 'Uganda',
  adjective: 'Ugandan',
  rules: () => [
    {
      id: 'UG.TIN',
      label: 'TIN',
      name: 'Tax identification number',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: '10dddddddd' }],
    },
  ],
}
