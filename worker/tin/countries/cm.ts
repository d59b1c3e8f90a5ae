import { countryWithOneType } from '../country-rule.ts'

export const cm = countryWithOneType(
  { code: 'CM', name: 'Cameroon', adjective: 'Cameroonian' },
  {
    id: 'CM.NIU',
    name: 'Unique identifier number',
    localName: 'Numéro d’Identifiant Unique',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    sets: { k: 'MP' },
    // Direction générale des impôts: M for legal persons (personnes morales), P for persons.
    forms: [{ pattern: 'kdddddddddddda' }],
    facts: (n) => ({ kind: n.startsWith('M') ? 'legal person' : 'person' }),
  },
)
