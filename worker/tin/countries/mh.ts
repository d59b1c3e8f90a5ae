import { countryWithOneType } from '../country-rule.ts'

export const mh = countryWithOneType(
  { code: 'MH', name: 'Marshall Islands', adjective: 'Marshallese' },
  {
    id: 'MH.TIN',
    label: 'SSN / EIN',
    name: 'Social security number or employer identification number',
    noun: 'tax number',
    basis: 'secondary',
    forms: [
      { pattern: 'dddddddd', mask: '##-######' },
      { pattern: 'ddddddd', mask: '#####-##' },
    ],
    facts: (n) => ({ kind: n.length === 8 ? 'social security number' : 'employer identification number' }),
  },
)
