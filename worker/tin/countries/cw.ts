import { countryWithOneType } from '../country-rule.ts'

export const cw = countryWithOneType(
  { code: 'CW', name: 'Curaçao', adjective: 'Curaçaoan' },
  {
    id: 'CW.CRIB',
    name: 'Tax registration number',
    localName: 'CRIB-nummer',
    noun: 'CRIB number',
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
