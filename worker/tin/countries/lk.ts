import { countryWithOneType } from '../country-rule.ts'

export const lk = countryWithOneType(
  { code: 'LK', name: 'Sri Lanka', adjective: 'Sri Lankan' },
  {
    id: 'LK.TIN',
    name: 'Taxpayer Identification Number',
    localName: 'බදු ගෙවන්නන් හඳුනාගැනීමේ අංකය',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }, { pattern: 'ddddddddd7000', mask: '#########-####' }],
    facts: (n) => (n.length > 9 ? { kind: 'VAT registration' } : undefined),
  },
)
