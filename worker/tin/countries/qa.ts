import type { CountryRule } from '../country-rule.ts'

export const qa: CountryRule = {
  code: 'QA',
  name: 'Qatar',
  adjective: 'Qatari',
  rules: () => [
    {
      id: 'QA.TIN',
      label: 'TIN',
      name: 'Tax identification number',
      localName: 'رقم التعريف الضريبي',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
