import type { CountryRule } from '../country-rule.ts'

export const cd: CountryRule = {
  code: 'CD',
  name: 'DR Congo',
  adjective: 'Congolese',
  rules: () => [
    {
      id: 'CD.NIF',
      label: 'NIF',
      name: 'Tax number',
      localName: 'Numéro Impôt',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'addddddda' }],
    },
  ],
}
