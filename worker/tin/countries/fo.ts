import type { CountryRule } from '../rule.ts'

export const fo: CountryRule = {
  code: 'FO',
  name: 'Faroe Islands',
  adjective: 'Faroese',
  rules: () => [
    {
      id: 'FO.TIN',
      label: 'V-tal / P-tal',
      name: 'Business or personal tax number',
      localName: 'Vinnutal / P-tal',
      noun: 'V-tal or P-tal',
      holder: 'any',
      check: 'none',
      prefixes: ['FO'],
      // OECD AEOI page: the P-tal begins with the date of birth, but the tax office's own for non-residents
      // are told to be "similar, but not identical".
      forms: [
        { pattern: 'dddddd', mask: '######' },
        { pattern: 'ddddddddd', mask: '######-###' },
      ],
      facts: (n) => ({ kind: n.length === 6 ? 'business' : 'person' }),
    },
  ],
}
