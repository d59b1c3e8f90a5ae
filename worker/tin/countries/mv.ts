import { countryWithOneType } from '../country-rule.ts'

export const mv = countryWithOneType(
  { code: 'MV', name: 'Maldives', adjective: 'Maldivian' },
  {
    id: 'MV.TIN',
    name: 'Taxpayer Identification Number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    // MIRA: the taxpayer's own seven digits, then the code of a tax (GST …) and a running number.
    forms: [{ pattern: 'ddddddd' }, { pattern: 'dddddddaaaddd' }],
    facts: (n) => (n.startsWith('GST', 7) ? { kind: 'GST registration' } : undefined),
  },
)
