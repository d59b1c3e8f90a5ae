import { countryWithOneType } from '../country-rule.ts'

export const qa = countryWithOneType(
  { code: 'QA', name: 'Qatar', adjective: 'Qatari' },
  {
    id: 'QA.TIN',
    name: 'Tax identification number',
    localName: 'رقم التعريف الضريبي',
    basis: 'secondary',
    // OECD, TIN sheet of Qatar: T and the license number of firms of the Qatar Financial Centre.
    forms: [{ pattern: 'dddddddddd' }, { pattern: 'Tddddd' }],
    facts: (n) => (n.startsWith('T') ? { kind: 'firm of the Qatar Financial Centre' } : undefined),
  },
)
