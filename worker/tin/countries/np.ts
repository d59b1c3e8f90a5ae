import { countryWithOneType } from '../country-rule.ts'

export const np = countryWithOneType(
  { code: 'NP', name: 'Nepal', adjective: 'Nepalese' },
  {
    id: 'NP.PAN',
    name: 'Permanent Account Number',
    localName: 'स्थायी लेखा नम्बर',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
