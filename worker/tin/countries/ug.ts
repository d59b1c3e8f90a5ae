import { countryWithOneType } from '../country-rule.ts'

export const ug = countryWithOneType(
  { code: 'UG', name: 'Uganda', adjective: 'Ugandan' },
  {
    id: 'UG.TIN',
    name: 'Tax identification number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    sets: { c: 'AC', s: 'FM' },
    // URA: ten digits. Tax Procedures Code (Amendment) Act 2025: NIN or number of the registration bureau (URSB).
    forms: [{ pattern: '10dddddddd' }, { pattern: 'csddxxxxxxxxxx' }, { pattern: '80dddddddddddd' }],
    facts: (n) => {
      if (n.length === 10) return undefined
      return { kind: n.startsWith('8') ? 'company (URSB)' : 'person (NIN)' }
    },
    changes: [
      {
        date: '2025-07-01',
        text: 'National identification numbers (NIN) and registration numbers of the URSB serve as TINs.',
      },
    ],
  },
)
