import { isZeros } from '../checks/digits.ts'
import { allZeros, countryWithOneType } from '../country-rule.ts'

export const ml = countryWithOneType(
  { code: 'ML', name: 'Mali', adjective: 'Malian' },
  {
    id: 'ML.NIF',
    label: 'NIF',
    name: 'Tax identification number',
    localName: 'Numéro d’Identification Fiscale',
    kinds: ['tin', 'vat'],
    check: 'none',
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddda' }],
    verify: (n) => (isZeros(n, 0, 9) ? allZeros : undefined),
  },
)
