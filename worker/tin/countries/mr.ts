import { countryWithOneType } from '../country-rule.ts'

export const mr = countryWithOneType(
  { code: 'MR', name: 'Mauritania', adjective: 'Mauritanian' },
  {
    id: 'MR.NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’Identification Fiscale',
    basis: 'secondary',
    forms: [{ pattern: 'dddddddd' }],
  },
)
