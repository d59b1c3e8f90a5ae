import type { CountryRule } from '../country-rule.ts'

export const tg: CountryRule = {
  code: 'TG',
  name: 'Togo',
  adjective: 'Togolese',
  rules: () => [
    {
      id: 'TG.NIF',
      label: 'NIF',
      name: 'Tax identification number',
      localName: 'Numéro d’Identification Fiscale',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
