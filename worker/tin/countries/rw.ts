import type { CountryRule } from '../country-rule.ts'

export const rw: CountryRule = {
  code: 'RW',
  name: 'Rwanda',
  adjective: 'Rwandan',
  rules: () => [
    {
      id: 'RW.TIN',
      label: 'TIN',
      name: 'Taxpayer identification number',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd' }],
    },
  ],
}
