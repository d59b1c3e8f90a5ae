import { countryWithOneType, invalidPart } from '../country-rule.ts'

const noEstablishment = invalidPart('Establishments are numbered from 001, so a number never ends in 000.')

export const nc = countryWithOneType(
  { code: 'NC', name: 'New Caledonia', adjective: 'New Caledonian' },
  {
    id: 'NC.RIDET',
    name: 'Number in the register of businesses and establishments',
    localName: 'Numéro RIDET',
    noun: 'RIDET number',
    kinds: ['business', 'tin'],
    // ISEE: seven digits for the business (RID), and three more for the establishment, from 001.
    forms: [
      { pattern: 'dddddddddd', mask: '# ### ###.###' },
      { pattern: 'ddddddd', mask: '# ### ###' },
    ],
    verify: (n) => (n.length === 10 && n.endsWith('000') ? noEstablishment : undefined),
    facts: (n) => (n.length === 10 ? { establishment: n.slice(7) } : undefined),
  },
)
