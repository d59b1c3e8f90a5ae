import type { CountryRule } from '../country-rule.ts'

export const cm: CountryRule = {
  code: 'CM',
  name: 'Cameroon',
  adjective: 'Cameroonian',
  rules: () => [
    {
      id: 'CM.NIU',
      label: 'NIU',
      name: 'Unique identifier number',
      localName: 'Numéro d’Identifiant Unique',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'adddddddddddda' }],
      facts: (n) => {
        if (n.startsWith('M')) return { kind: 'legal person' }
        return n.startsWith('P') ? { kind: 'person' } : undefined
      },
    },
  ],
}
