import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const weights = [4, 1, 8, 6, 2, 7, 5, 3]
const wrongStatus = invalidPart('The last digit is 1 for a legal person or 2 for a natural person.')

// State Tax Service in the OECD's AEOI page: office, serial, check digit, status.
function voen(n: string): Fault | undefined {
  if (isZeros(n, 0, 8)) return allZeros
  if (digit(n, 9) !== 1 && digit(n, 9) !== 2) return wrongStatus
  return expectDigit(n, 8, weightedSum(n, weights) % 11)
}

export const az: CountryRule = {
  code: 'AZ',
  name: 'Azerbaijan',
  adjective: 'Azerbaijani',
  rules: () => [
    {
      id: 'AZ.VOEN',
      label: 'VÖEN',
      name: 'Taxpayer identification number',
      localName: 'Vergi ödəyicisinin eyniləşdirmə nömrəsi',
      noun: 'VOEN',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddd' }, { pattern: 'ydddddddd', zeros: 1 }],
      verify: voen,
      facts: (n) => ({ kind: digit(n, 9) === 1 ? 'legal person' : 'natural person' }),
    },
    {
      id: 'AZ.PIN',
      label: 'FİN',
      name: 'Personal identification number',
      localName: 'Fərdi identifikasiya nömrəsi',
      noun: 'PIN (FIN)',
      kinds: ['person', 'tin'],
      // OECD's AEOI page: seven letters and digits, never the letter O.
      sets: { f: '0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ' },
      forms: [{ pattern: 'fffffff' }],
    },
  ],
}
