import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const brnWeights = [1, 3, 7, 1, 3, 7, 1, 3, 5]
const crnWeights = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]
const rrnWeights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]
/** By the seventh digit of a resident registration number. */
const centuries = [18, 19, 19, 20, 20, 19, 19, 20, 20, 18]

const wrongOffice = invalidPart('The first three digits are the tax office: 101 or higher.')
const wrongKind = invalidPart('Digits 4 and 5 are the type of business and are never 00.')
const wrongSerial = invalidPart('Digits 6 to 9 are a serial number and are never 0000.')
const wrongDate = invalidPart(
  "The first seven digits aren't a valid date of birth with a sign for its century.",
)

// National Tax Service: the tens of the last product are added as well.
function brn(n: string): Fault | undefined {
  if (number(n, 0, 3) < 101) return wrongOffice
  if (isZeros(n, 3, 5)) return wrongKind
  if (isZeros(n, 5, 9)) return wrongSerial
  return undefined
}

function brnDigit(n: string): number {
  const sum = weightedSum(n, brnWeights) + Math.floor(digit(n, 8) / 2)
  return (10 - (sum % 10)) % 10
}

const kinds: Readonly<Record<number, string>> = {
  81: 'company',
  82: 'non-profit corporation',
  83: 'public body',
  84: 'foreign company',
  85: 'branch of a company',
  86: 'company',
  87: 'company',
  88: 'company',
  89: 'religious body',
}

function kindOf(code: number): string | undefined {
  if (code < 80) return 'sole trader'
  return code > 89 ? 'sole trader exempt from VAT' : kinds[code]
}

const isForeigner = (n: string) => n.charAt(6) >= '5' && n.charAt(6) <= '8'
const yearOf = (n: string) => `${centuries[digit(n, 6)] ?? ''}${n.slice(0, 2)}`

/** Foreigners also received numbers with a check digit two higher. */
const rrnDigit = (n: string) => (11 - (weightedSum(n, rrnWeights) % 11)) % 10

function rrnFits(n: string): boolean {
  const expected = rrnDigit(n)
  const last = digit(n, 12)
  return last === expected || (isForeigner(n) && last === (expected + 2) % 10)
}

const birthOf = (n: string) => isoDate(yearOf(n), number(n, 2, 4), number(n, 4, 6))

/** Since October 2020, changed numbers and those of new citizens and foreigners are random, too, up to a high age. */
const mayBeRandom = (n: string) => birthOf(n) > '1920'

function rrn(n: string): Fault | undefined {
  if (!isDate(Number(yearOf(n)), number(n, 2, 4), number(n, 4, 6))) return wrongDate
  return mayBeRandom(n) || rrnFits(n) ? undefined : expectDigit(n, 12, rrnDigit(n))
}

const wrongCorporation = invalidPart('Digits 5 and 6 are the kind of corporation, such as 11.')

const crnFits = (n: string) => digit(n, 12) === (10 - (weightedSum(n, crnWeights) % 10)) % 10

/** After the office: companies, associations and foundations, those under special laws, others, foreign companies. */
const corporations = /^[12]\d{3}(?:1[1-5]|2[12]|3[1-9]|4\d|5[0-3]|71|8[1-6])/

export const kr: CountryRule = {
  code: 'KR',
  name: 'South Korea',
  adjective: 'South Korean',
  labels: ['등록번호'],
  rules: () => [
    {
      id: 'KR.BRN',
      label: '사업자등록번호',
      name: 'Business Registration Number',
      localName: '사업자등록번호',
      names: ['사업자 번호', '사업자 등록번호'],
      noun: 'BRN',
      holder: 'company',
      kinds: ['business', 'tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddd', mask: '###-##-#####' }],
      verify: brn,
      warn: (n) =>
        digit(n, 9) === brnDigit(n)
          ? undefined
          : {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: "The check digit doesn't match, as in some genuine numbers. Check the number again.",
            },
      facts: (n) => {
        const kind = kindOf(number(n, 3, 5))
        return kind === undefined ? undefined : { kind }
      },
    },
    {
      id: 'KR.RRN',
      label: '주민등록번호',
      name: 'Resident Registration Number',
      localName: '주민등록번호',
      noun: 'RRN',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd', mask: '######-#######' }],
      // Enforcement Rule of the Resident Registration Act, art. 2.
      verify: rrn,
      warn: (n) =>
        rrnFits(n)
          ? undefined
          : {
              code: 'CHECKSUM_MISMATCH_TOLERATED',
              message:
                "The last digit doesn't match the rest, but numbers issued since October 2020 have no check digit.",
            },
      facts: (n) => ({
        birthDate: birthOf(n),
        sex: digit(n, 6) % 2 === 1 ? 'male' : 'female',
        ...(isForeigner(n) && { kind: 'foreigner' }),
      }),
      changes: [
        {
          date: '2020-10',
          text: 'New and changed numbers have six random digits at the end, with neither a place nor a check digit.',
        },
      ],
    },
    {
      id: 'KR.CRN',
      label: '법인등록번호',
      name: 'Corporation registration number',
      localName: '법인등록번호',
      names: ['법인번호'],
      noun: 'corporation registration number',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd', mask: '######-#######' }],
      // Supreme Court, rules on the registration numbers of corporations: office, kind, serial number, modulo 10
      // until rule 3173.
      verify: (n) => {
        if (crnFits(n)) return isZeros(n, 0, 12) ? allZeros : undefined
        return corporations.test(n) ? undefined : wrongCorporation
      },
      warn: (n) =>
        crnFits(n)
          ? undefined
          : {
              code: 'CHECKSUM_MISMATCH_TOLERATED',
              message:
                "The last digit doesn't match the rest, but numbers issued since January 31, 2025 have no check digit.",
            },
      changes: [
        {
          date: '2025-01-31',
          text: 'New numbers have no check digit.',
        },
      ],
    },
  ],
}
