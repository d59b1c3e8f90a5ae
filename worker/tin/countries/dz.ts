import { isZeros } from '../checks/digits.ts'
import { countryWithOneType } from '../country-rule.ts'

export const dz = countryWithOneType(
  { code: 'DZ', name: 'Algeria', adjective: 'Algerian' },
  {
    id: 'DZ.NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’identification fiscale',
    kinds: ['tin', 'vat'],
    forms: [{ pattern: 'd'.repeat(15) }, { pattern: 'd'.repeat(20) }],
    // CNRC, "Le numéro d'identification fiscale": 15 digits, 20 for a branch that is taxed by itself.
    facts: (n) => (n.length === 15 || isZeros(n, 15, 20) ? undefined : { establishment: n.slice(15) }),
    changes: [
      {
        date: '2006',
        text: 'The finance law for 2006 replaced the statistical number (NIS) with the NIF.',
      },
    ],
  },
)
