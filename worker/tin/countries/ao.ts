import { countryWithOneType } from '../country-rule.ts'

// Companies have ten digits; since the two numbers were joined, a citizen's NIF is that of the identity card.
export const ao = countryWithOneType(
  { code: 'AO', name: 'Angola', adjective: 'Angolan' },
  {
    id: 'AO.NIF',
    name: 'Tax identification number',
    localName: 'Número de Identificação Fiscal',
    kinds: ['tin', 'vat'],
    forms: [{ pattern: 'dddddddddd' }, { pattern: 'dddddddddaaddd' }],
    facts: (n) => {
      if (n.length === 14) return { kind: 'person' }
      return n.startsWith('5') ? { kind: 'company' } : undefined
    },
  },
)
