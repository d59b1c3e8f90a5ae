import { expectDigit, zeros } from '../checks/digits.ts'
import { rising } from '../checks/rising.ts'
import { allZeros, type CountryRule, type Fault, wrongPart } from '../rule.ts'

const wrongKind = wrongPart('A RUC begins with 10, 15, 16, 17 or 20.')

// SUNAT: weights 2 to 7 from the right; 11 less the remainder, of which the last digit counts.
function ruc(n: string): Fault | undefined {
  if (!' 10 15 16 17 20'.includes(` ${n.slice(0, 2)}`)) return wrongKind
  if (zeros(n, 2, 10)) return allZeros
  return expectDigit(n, 10, (11 - (rising(n, 0, 10, 7) % 11)) % 10)
}

export const pe: CountryRule = {
  code: 'PE',
  name: 'Peru',
  adjective: 'Peruvian',
  rules: () => [
    {
      id: 'PE.RUC',
      label: 'RUC',
      name: 'Taxpayer registry number',
      localName: 'Registro Único de Contribuyentes',
      holder: 'any',
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddd' }],
      verify: ruc,
      facts: (n) => ({ kind: n.startsWith('2') ? 'company' : 'person' }),
    },
  ],
}
