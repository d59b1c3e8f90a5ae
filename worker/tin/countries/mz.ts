import { expectDigit } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { countryWithOneType } from '../country-rule.ts'

const weights = [8, 9, 4, 5, 6, 7, 8, 9]

export const mz = countryWithOneType(
  { code: 'MZ', name: 'Mozambique', adjective: 'Mozambican' },
  {
    id: 'MZ.NUIT',
    name: 'Unique tax identification number',
    localName: 'Número Único de Identificação Tributária',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    forms: [{ pattern: 'ddddddddd', mask: '### ### ###' }],
    // Autoridade Tributária, FAQ on the NUIT: kind, serial, check digit; the remainder 10 is written as 1.
    verify: (n) => {
      const rest = weightedSum(n, weights) % 11
      return expectDigit(n, 8, rest === 10 ? 1 : rest)
    },
  },
)
