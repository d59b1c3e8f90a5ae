import { expectDigit, isZeros } from '../checks/digits.ts'
import { risingSum } from '../checks/weighted-sum.ts'
import { allZeros, countryWithOneType, type Fault, invalidPart } from '../country-rule.ts'

const wrongKind = invalidPart('A RUC begins with 10, 15, 16, 17 or 20.')

// SUNAT: weights 2 to 7 from the right; the last digit of 11 less the remainder.
function ruc(n: string): Fault | undefined {
  if (!' 10 15 16 17 20'.includes(` ${n.slice(0, 2)}`)) return wrongKind
  if (isZeros(n, 2, 10)) return allZeros
  return expectDigit(n, 10, (11 - (risingSum(n, 0, 10, 7) % 11)) % 10)
}

export const pe = countryWithOneType(
  { code: 'PE', name: 'Peru', adjective: 'Peruvian' },
  {
    id: 'PE.RUC',
    name: 'Taxpayer registry number',
    localName: 'Registro Único de Contribuyentes',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    forms: [{ pattern: 'ddddddddddd' }],
    verify: ruc,
    facts: (n) => ({ kind: n.startsWith('2') ? 'company' : 'person' }),
  },
)
