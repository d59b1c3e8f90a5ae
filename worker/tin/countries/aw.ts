import { countryWithOneType } from '../country-rule.ts'

export const aw = countryWithOneType(
  { code: 'AW', name: 'Aruba', adjective: 'Aruban' },
  {
    // OECD, AEOI portal, Aruba.
    id: 'AW.PN',
    label: 'Persoonsnummer',
    name: 'Tax identification number',
    localName: 'Persoonsnummer',
    kinds: ['tin', 'person'],
    forms: [{ pattern: 'dddddddd' }],
  },
)
