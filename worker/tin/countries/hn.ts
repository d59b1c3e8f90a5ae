import type { CountryRule } from '../country-rule.ts'

export const hn: CountryRule = {
  code: 'HN',
  name: 'Honduras',
  adjective: 'Honduran',
  rules: () => [
    {
      id: 'HN.RTN',
      label: 'RTN',
      name: 'National tax registry number',
      localName: 'Registro Tributario Nacional',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddddddd' }],
    },
  ],
}
