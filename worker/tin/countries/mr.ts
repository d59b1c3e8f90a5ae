import type { CountryRule } from '../country-rule.ts'

export const mr: CountryRule = {
  code: 'MR',
  name: 'Mauritania',
  adjective: 'Mauritanian',
  rules: () => [
    {
      id: 'MR.NIF',
      label: 'NIF',
      name: 'Tax identification number',
      localName: 'Numéro d’Identification Fiscale',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddd' }],
    },
  ],
}
