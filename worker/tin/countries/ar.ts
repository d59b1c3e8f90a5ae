import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { risingSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const kinds = ' 20 23 24 25 26 27 30 33 34 50 51 55'
const wrongKind = invalidPart('A CUIT begins with 20, 23 to 27, 30, 33, 34, 50, 51 or 55.')

const sumOf = (n: string) => risingSum(n, 0, 10, 7) % 11

// ARCA and ANSES: 11 less the remainder. For 10, another prefix should be used, but some sources give 9.
function cuit(n: string): Fault | undefined {
  if (!kinds.includes(` ${n.slice(0, 2)}`)) return wrongKind
  if (isZeros(n, 2, 10)) return allZeros
  if (sumOf(n) === 1 && digit(n, 10) === 9) return undefined
  return expectDigit(n, 10, (11 - sumOf(n)) % 11)
}

/** ARCA, table "CUIT países": one number for all persons, companies or other bodies of a foreign country. */
function ofCountry(n: string): boolean {
  const serial = number(n, 0, 10)
  return (
    (serial >= 5000000000 && serial < 5000001000) ||
    (serial >= 5500000000 && serial < 5500001000) ||
    (serial >= 5160000000 && serial < 5160001000)
  )
}

export const ar: CountryRule = {
  code: 'AR',
  name: 'Argentina',
  adjective: 'Argentine',
  rules: () => [
    {
      id: 'AR.CUIT',
      label: 'CUIT / CUIL',
      name: 'Tax or labor identification code',
      localName: 'Clave Única de Identificación Tributaria o Laboral',
      noun: 'CUIT',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddd', mask: '##-########-#' }],
      verify: cuit,
      warn: (n) => {
        if (sumOf(n) === 1) {
          return {
            code: 'CHECKSUM_MISMATCH_TOLERATED',
            message: 'No check digit matches this number. Such a CUIT usually gets another prefix instead.',
          }
        }
        return ofCountry(n)
          ? {
              code: 'GENERIC_NUMBER',
              message: 'This CUIT represents a foreign country, not a single taxpayer.',
            }
          : undefined
      },
      facts: (n) => ({ kind: { 2: 'person', 3: 'company', 5: 'foreigner' }[n.charAt(0)] ?? '' }),
    },
  ],
}
