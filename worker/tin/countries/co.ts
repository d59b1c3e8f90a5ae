import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'
import { separatorsOf } from '../separators.ts'

const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]

/** DIAN, Resolución 000042 of 2020: a buyer who doesn't identify themselves. */
const finalConsumer = '222222222222'

/** Whether the NIT lacks its check digit: it has 9 digits, or the 10, 8 or 7 of an identity card (men's began at 1). */
function isBare(n: string): boolean {
  const first = digit(n, 0)
  return n.length < 9 || (n.length === 9 && first > 7) || (n.length === 10 && first === 1)
}

/**
 * `80.012.345-6` is an identity card and its check digit. Without separators, it's the NIT of a company. `DV` can precede
 * the check digit.
 */
function read(n: string, typed: string): string | undefined {
  const [, number, checkDigit] = /^([\d.]*\d)\s*D\.?V\.?[\s:]*(\d)$/i.exec(typed) ?? []
  if (number !== undefined) return `${number}-${checkDigit}`
  return /^(?:\d{7,8}|[89]\d{8})$/.test(n) && separatorsOf(typed)[0] === 1 ? n.padStart(10, '0') : undefined
}

// DIAN, Orden Administrativa 4 of 1989: weights from the right, modulo 11.
function nit(n: string): Fault | undefined {
  if (n === finalConsumer) return undefined
  const at = n.length - 1
  if (isZeros(n, 0, at)) return allZeros
  if (isBare(n)) return undefined
  let sum = 0
  for (let i = 0; i < at; i++) sum += digit(n, i) * (weights[at - 1 - i] ?? 0)
  const rest = sum % 11
  return expectDigit(n, at, rest > 1 ? 11 - rest : rest)
}

export const co: CountryRule = {
  code: 'CO',
  name: 'Colombia',
  adjective: 'Colombian',
  labels: ['RUT', 'C.C.', 'Cédula de ciudadanía'],
  read,
  rules: () => [
    {
      id: 'CO.NIT',
      name: 'Tax identification number',
      localName: 'Número de Identificación Tributaria',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      sets: { f: '123456789', h: '89' },
      forms: [
        { pattern: '1ddddddddd', mask: '#.###.###.###' },
        { pattern: 'dddddddddd', mask: '###.###.###-#' },
        { pattern: 'ddddddddddd', mask: '#.###.###.###-#' },
        { pattern: 'hdddddddd', mask: '###.###.###' },
        { pattern: 'ddddddddd', mask: '##.###.###-#' },
        { pattern: 'fddddddd', mask: '##.###.###' },
        { pattern: 'fdddddd', mask: '#.###.###' },
        { pattern: finalConsumer, unlisted: true },
      ],
      verify: nit,
      warn: (n) => {
        if (n === finalConsumer) {
          return {
            code: 'GENERIC_NUMBER',
            message: 'This number represents final consumers (consumidor final), not a taxpayer.',
          }
        }
        return isBare(n)
          ? {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: "The check digit seems to be missing, so typos can't be detected.",
            }
          : undefined
      },
    },
  ],
}
