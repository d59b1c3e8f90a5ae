import type { CountryRule } from '../country-rule.ts'

export const sx: CountryRule = {
  code: 'SX',
  name: 'Sint Maarten',
  adjective: 'Sint Maarten',
  rules: () => [
    {
      id: 'SX.CRIB',
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
