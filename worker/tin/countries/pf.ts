import { countryWithOneType } from '../country-rule.ts'

export const pf = countryWithOneType(
  { code: 'PF', name: 'French Polynesia', adjective: 'French Polynesian' },
  {
    id: 'PF.TAHITI',
    label: 'N° TAHITI',
    name: 'Number in the register of businesses',
    localName: 'Numéro TAHITI',
    noun: 'TAHITI number',
    kinds: ['business', 'tin'],
    // ISPF: six digits; since October 10, 2011, a letter and five digits. Three more are the establishment.
    forms: [
      { pattern: 'dddddd' },
      { pattern: 'addddd' },
      { pattern: 'ddddddddd', mask: '######-###' },
      { pattern: 'adddddddd', mask: '######-###' },
    ],
    facts: (n) => (n.length === 9 ? { establishment: n.slice(6) } : undefined),
  },
)
