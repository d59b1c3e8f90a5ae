import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart, neverIssued } from '../country-rule.ts'

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]
const noSerial = neverIssued('The serial number in digits 3 to 9 begins at 0000001.')
const noBranch = neverIssued("The last three digits are the branch and can't be 000.")
const noPlace = invalidPart(
  'The first three digits of a personal number are the place of birth: 001 to 096, or 100 or more abroad.',
)
const noCentury = invalidPart(
  'Digit 4 of a personal number is the sex and century: 0 or 1 for births before 2000, 2 or 3 since.',
)

/** A province, or the country where the birth was registered. */
const isPlace = (code: number) => (code > 0 && code < 97) || code > 99

// Circular 105/2020/TT-BTC and, for persons' identification numbers, 86/2024/TT-BTC with Decree 137/2015, art. 13, and
// the codes of Circular 07/2016/TT-BCA.
function mst(n: string): Fault | undefined {
  if (n.length === 12) {
    if (!isPlace(number(n, 0, 3))) return noPlace
    return digit(n, 3) > 3 ? noCentury : undefined
  }
  if (isZeros(n, 2, 9)) return noSerial
  if (n.length === 13 && isZeros(n, 10, 13)) return noBranch
  return expectDigit(n, 9, 10 - (weightedSum(n, weights) % 11))
}

export const vn: CountryRule = {
  code: 'VN',
  name: 'Vietnam',
  adjective: 'Vietnamese',
  labels: ['Mã số doanh nghiệp', 'MSDN', 'CCCD'],
  rules: () => [
    {
      id: 'VN.MST',
      name: 'Tax code',
      localName: 'Mã số thuế',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [
        { pattern: 'dddddddddd' },
        { pattern: 'ydddddddd', zeros: 1 },
        { pattern: 'ddddddddddddd', mask: '##########-###' },
        { pattern: 'dddddddddddd' },
      ],
      verify: mst,
      warn: (n) =>
        n.length === 12
          ? {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: 'Personal identification numbers have no check digit.',
            }
          : undefined,
      facts: (n) => {
        if (n.length === 10) return undefined
        if (n.length === 13) return { establishment: `branch ${n.slice(10)}` }
        const code = digit(n, 3)
        return {
          kind: 'person (identification number)',
          birthYear: (code < 2 ? '19' : '20') + n.slice(4, 6),
          sex: code % 2 === 0 ? 'male' : 'female',
        }
      },
      changes: [
        {
          date: '2025-07-01',
          text: 'The identification number of 12 digits replaced the tax codes of citizens and household businesses.',
        },
      ],
    },
  ],
}
