import type { CountryRule } from '../country-rule.ts'

export const bs: CountryRule = {
  code: 'BS',
  name: 'Bahamas',
  adjective: 'Bahamian',
  rules: () => [
    {
      id: 'BS.TIN',
      label: 'TIN',
      name: 'Tax Identification Number',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd', mask: '#########' }],
    },
  ],
}
