import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const ubnWeights = [1, 2, 1, 2, 1, 2, 4]
const idWeights = [8, 7, 6, 5, 4, 3, 2, 1]
/** The letters in the order of their codes, 10 to 35. */
const places = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'
const wrongDate = invalidPart("The digits of this tax code aren't a valid date of birth.")

/** Digit sum of each product. A 7 in the seventh position can count one less. */
function ubnFits(n: string, last: number): boolean {
  let sum = last
  for (let i = 0; i < ubnWeights.length; i++) {
    const product = digit(n, i) * (ubnWeights[i] ?? 0)
    sum += Math.floor(product / 10) + (product % 10)
  }
  return sum % 5 === 0 || (n.charAt(6) === '7' && sum % 5 === 4)
}

// Ministry of Finance, amended check logic of the unified business number, in force since 1 April 2023.
function ubn(n: string): Fault | undefined {
  if (ubnFits(n, digit(n, 7))) return undefined
  const expected = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((last) => ubnFits(n, last))
  return { code: 'INVALID_CHECKSUM', at: 7, expected: expected.length > 2 ? '' : expected.join(' or ') }
}

/** Tax codes of people without an ID: 9 and six digits of the birth date, or eight and two letters of the name. */
const isTaxCode = (n: string) => n.length === 7 || n.charCodeAt(0) < 58

function taxCode(n: string): Fault | undefined {
  const year = number(n, 0, 4)
  const known =
    n.length === 7
      ? isDate(number(n, 1, 3), number(n, 3, 5), number(n, 5, 7))
      : year > 1849 && year < 2100 && isDate(year, number(n, 4, 6), number(n, 6, 8))
  return known ? undefined : wrongDate
}

// Ministry of the Interior: the letter counts by its two-digit code, and A to D in the second place as 0 to 3.
function identity(n: string): Fault | undefined {
  if (isTaxCode(n)) return taxCode(n)
  const code = places.indexOf(n.charAt(0)) + 10
  const second = n.charCodeAt(1)
  const digits = `${second > 64 ? second - 65 : n.charAt(1)}${n.slice(2)}`
  const sum = Math.floor(code / 10) + (code % 10) * 9 + weightedSum(digits, idWeights)
  return expectDigit(n, 9, (10 - (sum % 10)) % 10)
}

function facts(n: string): Readonly<Record<string, string>> {
  if (n.length === 7) {
    const birthDate = isoDate(n.slice(1, 3), number(n, 3, 5), number(n, 5, 7))
    return { kind: 'person from mainland China', birthDate }
  }
  if (isTaxCode(n)) return { birthDate: isoDate(n.slice(0, 4), number(n, 4, 6), number(n, 6, 8)) }
  const sign = n.charAt(1)
  return {
    kind: '12'.includes(sign) ? 'citizen' : 'foreign resident',
    sex: '18AC'.includes(sign) ? 'male' : 'female',
  }
}

export const tw: CountryRule = {
  code: 'TW',
  name: 'Taiwan',
  adjective: 'Taiwanese',
  labels: ['統編', '公司統編', '營利事業統一編號', '公司統一編號', 'GUI'],
  rules: () => [
    {
      id: 'TW.UBN',
      label: '統一編號',
      name: 'Unified Business Number',
      localName: '統一編號',
      noun: 'UBN',
      holder: 'company',
      kinds: ['business', 'tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddd' }],
      verify: ubn,
      changes: [
        {
          date: '2023-04-01',
          text: 'The weighted sum must be divisible by 5 instead of 10, which makes more numbers possible.',
        },
      ],
    },
    {
      id: 'TW.ID',
      label: '身分證統一編號',
      name: 'National ID or UI number',
      localName: '國民身分證統一編號 / 統一證號',
      noun: 'ID number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { g: '1289', h: 'ABCD' },
      forms: [
        { pattern: 'agdddddddd' },
        {
          pattern: 'ahdddddddd',
          old: 'UI numbers with two letters were issued until January 1, 2021 and expire on January 1, 2031.',
        },
        { pattern: '9dddddd' },
        { pattern: 'ddddddddaa' },
      ],
      verify: identity,
      warn: (n) =>
        isTaxCode(n)
          ? {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: 'A tax code made of the date of birth has no check digit.',
            }
          : undefined,
      facts,
      changes: [
        {
          date: '2021-01-02',
          text: 'New UI numbers of foreigners have one letter and nine digits, the first of them 8 or 9.',
        },
      ],
    },
  ],
}
