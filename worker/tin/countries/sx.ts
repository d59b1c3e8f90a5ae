import { countryWithOneType } from '../country-rule.ts'

export const sx = countryWithOneType(
  { code: 'SX', name: 'Sint Maarten', adjective: 'Sint Maarten' },
  {
    id: 'SX.CRIB',
    name: 'Tax registration number',
    localName: 'CRIB-nummer',
    noun: 'CRIB number',
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
