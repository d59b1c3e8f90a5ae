import { expectDigit, isZeros, number } from '../checks/digits.ts'
import { risingSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const wrongStart = invalidPart('A RUT begins with two digits from 01 to 22.')
const wrongEnd = invalidPart('A RUT has 001 before the check digit.')

// DGI; AGESIC, "Modelo de datos": weights 2 to 9 from the right, modulo 11.
function rut(n: string): Fault | undefined {
  const start = number(n, 0, 2)
  if (isZeros(n, 2, 8)) return allZeros
  if (start === 0 || start > 22) return wrongStart
  if (number(n, 8, 11) !== 1) return wrongEnd
  return expectDigit(n, 11, (11 - (risingSum(n, 0, 11, 9) % 11)) % 11)
}

export const uy: CountryRule = {
  code: 'UY',
  name: 'Uruguay',
  adjective: 'Uruguayan',
  rules: () => [
    {
      id: 'UY.RUT',
      label: 'RUT',
      name: 'Tax registry number',
      localName: 'Registro Único Tributario',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 1,
      prefixes: ['UY'],
      forms: [{ pattern: 'dddddddddddd', mask: '############' }],
      verify: rut,
    },
  ],
}
