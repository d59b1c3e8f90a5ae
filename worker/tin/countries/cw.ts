import type { CountryRule } from '../country-rule.ts'

export const cw: CountryRule = {
  code: 'CW',
  name: 'Curaçao',
  adjective: 'Curaçaoan',
  rules: () => [
    {
      id: 'CW.CRIB',
      label: 'CRIB',
      name: 'Tax registration number',
      localName: 'CRIB-nummer',
      noun: 'CRIB number',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd', mask: '#########' }],
    },
  ],
}
