import { countryWithOneType } from '../country-rule.ts'

export const fo = countryWithOneType(
  { code: 'FO', name: 'Faroe Islands', adjective: 'Faroese' },
  {
    id: 'FO.TIN',
    label: 'V-tal / P-tal',
    name: 'Business or personal tax number',
    localName: 'Vinnutal / P-tal',
    noun: 'V-tal or P-tal',
    kinds: ['tin', 'person'],
    prefixes: ['FO'],
    // OECD AEOI page: the P-tal begins with the date of birth. The tax office's numbers for non-residents are
    // "similar, but not identical".
    forms: [
      { pattern: 'dddddd', mask: '######' },
      { pattern: 'ddddddddd', mask: '######-###' },
    ],
    facts: (n) => ({ kind: n.length === 6 ? 'business' : 'person' }),
  },
)
