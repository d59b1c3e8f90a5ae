import { countryWithOneType } from '../country-rule.ts'

export const cv = countryWithOneType(
  { code: 'CV', name: 'Cape Verde', adjective: 'Cape Verdean' },
  {
    id: 'CV.NIF',
    name: 'Tax identification number',
    localName: 'Número de Identificação Fiscal',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    sets: { k: '12345' },
    // Ministério das Finanças: persons, companies, national, international and other entities.
    forms: [{ pattern: 'kdddddddd' }],
  },
)
