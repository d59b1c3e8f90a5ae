import { countryWithOneType } from '../country-rule.ts'

export const bi = countryWithOneType(
  { code: 'BI', name: 'Burundi', adjective: 'Burundian' },
  {
    id: 'BI.NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’identification fiscale',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    // Office Burundais des Recettes, interface of electronic invoices: all its examples have ten digits.
    forms: [{ pattern: 'dddddddddd' }],
  },
)
