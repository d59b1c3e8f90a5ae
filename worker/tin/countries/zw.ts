import { countryWithOneType } from '../country-rule.ts'

export const zw = countryWithOneType(
  { code: 'ZW', name: 'Zimbabwe', adjective: 'Zimbabwean', labels: ['BP'] },
  {
    id: 'ZW.TIN',
    name: 'Taxpayer identification number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd' }, { pattern: '220dddddd' }],
    facts: (n) => (n.length === 9 ? { kind: 'VAT number' } : undefined),
    changes: [
      {
        date: '2023-10',
        text: 'The new tax system (TaRMS) replaced the business partner number with the TIN.',
      },
    ],
  },
)
