import { number } from '../checks/digits.ts'
import { countryWithOneType, invalidPart } from '../country-rule.ts'

const noDepartment = invalidPart('The first two digits are the department: 01 to 18.')

export const hn = countryWithOneType(
  { code: 'HN', name: 'Honduras', adjective: 'Honduran' },
  {
    id: 'HN.RTN',
    name: 'National tax registry number',
    localName: 'Registro Tributario Nacional',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddddddd' }],
    // Registro Nacional de las Personas: the number begins with department and municipality.
    verify: (n) => (number(n, 0, 2) > 0 && number(n, 0, 2) < 19 ? undefined : noDepartment),
  },
)
