import type { CountryRule } from '../country-rule.ts'

export const bi: CountryRule = {
  code: 'BI',
  name: 'Burundi',
  adjective: 'Burundian',
  rules: () => [
    {
      id: 'BI.NIF',
      label: 'NIF',
      name: 'Tax identification number',
      localName: 'Numéro d’identification fiscale',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      // Office Burundais des Recettes, interface of electronic invoices: all its examples have ten digits.
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
