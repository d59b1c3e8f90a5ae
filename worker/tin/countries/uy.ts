import { expectDigit, isZeros, number } from '../checks/digits.ts'
import { risingSum, weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const cedulaWeights = [8, 1, 2, 3, 4, 7, 6]
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

function cedula(n: string): Fault | undefined {
  const at = n.length - 1
  if (isZeros(n, 0, at)) return allZeros
  return expectDigit(n, at, weightedSum(n, cedulaWeights.slice(7 - at)) % 10)
}

export const uy: CountryRule = {
  code: 'UY',
  name: 'Uruguay',
  adjective: 'Uruguayan',
  rules: () => [
    {
      id: 'UY.RUT',
      name: 'Tax registry number',
      localName: 'Registro Único Tributario',
      names: ['RUC'],
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 1,
      prefixes: ['UY'],
      forms: [{ pattern: 'dddddddddddd', mask: '############' }],
      verify: rut,
    },
    {
      id: 'UY.CI',
      name: 'Identity card number',
      localName: 'Cédula de identidad',
      noun: 'cédula',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [
        { pattern: 'dddddddd', mask: '#.###.###-#' },
        { pattern: 'ddddddd', mask: '###.###-#' },
      ],
      // Dirección Nacional de Identificación Civil. DGI: the number of people without a RUT.
      verify: cedula,
    },
  ],
}
