import { countryWithOneType } from '../country-rule.ts'

export const tg = countryWithOneType(
  { code: 'TG', name: 'Togo', adjective: 'Togolese' },
  {
    id: 'TG.NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’Identification Fiscale',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd' }],
  },
)
