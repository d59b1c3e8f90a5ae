import { countryWithOneType } from '../country-rule.ts'

export const mg = countryWithOneType(
  { code: 'MG', name: 'Madagascar', adjective: 'Malagasy' },
  {
    id: 'MG.NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’Identification Fiscale',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd' }],
  },
)
