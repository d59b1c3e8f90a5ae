import { expectDigit, isZeros } from '../checks/digits.ts'
import { complementTo11, risingSum } from '../checks/weighted-sum.ts'
import { allZeros, countryWithOneType, type Fault } from '../country-rule.ts'

const kinds: Readonly<Record<string, string>> = {
  V: 'Venezuelan citizen',
  E: 'foreign resident',
  J: 'company',
  P: 'passport holder',
  G: 'public body',
  C: 'communal council',
}

// SENIAT: V counts as 1, E 2, J and C 3, P 4, G 5, with weight 4; modulo 11.
function rif(n: string): Fault | undefined {
  if (isZeros(n, 1, 9)) return allZeros
  const letter = ' VEJPG'.indexOf(n.charAt(0))
  return expectDigit(n, 9, complementTo11((letter < 0 ? 3 : letter) * 4 + risingSum(n, 1, 9, 7)))
}

export const ve = countryWithOneType(
  { code: 'VE', name: 'Venezuela', adjective: 'Venezuelan' },
  {
    id: 'VE.RIF',
    name: 'Tax registry number',
    localName: 'Registro Único de Información Fiscal',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    sets: { k: 'CEGJPV' },
    forms: [{ pattern: 'kddddddddd', mask: '#-########-#' }],
    verify: rif,
    facts: (n) => ({ kind: kinds[n.charAt(0)] ?? '' }),
  },
)
