import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { twoRounds, weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'

const egnWeights = [2, 4, 8, 5, 10, 9, 7, 3, 6]
const foreignerWeights = [21, 19, 17, 13, 11, 9, 7, 3, 1]
const otherWeights = [4, 3, 2, 7, 6, 5, 4, 3, 2]
const firstRound = [1, 2, 3, 4, 5, 6, 7, 8]
const secondRound = [3, 4, 5, 6, 7, 8, 9, 10]

/** 20 is added to the month of those born before 1900, and 40 since 2000. */
function birthOf(n: string): readonly [number, number, number] {
  const month = number(n, 2, 4)
  const shift = month > 40 ? 40 : month > 20 ? 20 : 0
  const century = shift === 40 ? 2000 : shift === 20 ? 1800 : 1900
  return [century + number(n, 0, 2), month - shift, number(n, 4, 6)]
}

const egnDigit = (n: string) => (weightedSum(n, egnWeights) % 11) % 10
const isEgn = (n: string) => isDate(...birthOf(n)) && egnDigit(n) === digit(n, 9)

/** Possible last digits: of an ЕГН if the date exists, and of a foreigner's ЛНЧ. */
function personDigits(n: string): number[] {
  const foreigner = weightedSum(n, foreignerWeights) % 10
  return isDate(...birthOf(n)) ? [egnDigit(n), foreigner] : [foreigner]
}

function expectOne(n: string, expected: readonly number[]): Fault | undefined {
  if (expected.includes(digit(n, 9))) return undefined
  const digits = [...new Set(expected)].filter((value) => value < 10)
  return { code: 'INVALID_CHECKSUM', at: 9, expected: digits.join(' or ') }
}

// Registry Agency, BULSTAT: the digit of the nine, then that of a branch, which counts digits 9 to 12.
function eik(n: string): Fault | undefined {
  if (isZeros(n, 0, 8)) return allZeros
  const fault = expectDigit(n, 8, twoRounds(n, firstRound, secondRound) % 10)
  if (fault !== undefined || n.length === 9) return fault
  return expectDigit(n, 12, twoRounds(n, [2, 7, 3, 5], [4, 9, 5, 7], 8) % 10)
}

function personFacts(n: string): Readonly<Record<string, string>> | undefined {
  if (n.length !== 10 || !isEgn(n)) return undefined
  const [year, month, day] = birthOf(n)
  return {
    birthDate: isoDate(year, month, day),
    sex: digit(n, 8) % 2 === 0 ? 'male' : 'female',
  }
}

export const bg: CountryRule = {
  code: 'BG',
  name: 'Bulgaria',
  adjective: 'Bulgarian',
  rules: () => [
    {
      id: 'BG.EIK',
      label: 'ЕИК',
      name: 'Unified identification code of companies',
      localName: 'Единен идентификационен код',
      names: ['БУЛСТАТ', 'BULSTAT', 'ЕИК по БУЛСТАТ', 'UIC', 'ИН', 'ИД'],
      noun: 'EIK',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd' }, { pattern: 'ddddddddddddd' }],
      verify: eik,
      facts: (n) => (n.length === 13 ? { establishment: 'branch' } : undefined),
      changes: [
        {
          date: '2022-01-04',
          text: 'People in the BULSTAT register have a nine-digit code instead of their ЕГН.',
        },
      ],
    },
    {
      id: 'BG.EGN',
      label: 'ЕГН / ЛНЧ',
      name: 'Unified civil number or personal number of a foreigner',
      localName: 'Единен граждански номер / Личен номер на чужденец',
      noun: 'EGN or LNCh',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddd' }],
      // Civil Registration Act, art. 11, and the EU's TIN algorithms.
      verify: (n) => (isZeros(n, 0, 9) ? allZeros : expectOne(n, personDigits(n))),
      facts: (n) => personFacts(n) ?? { kind: 'foreigner' },
    },
    {
      id: 'BG.VAT',
      label: 'ИН по ДДС',
      name: 'VAT identification number',
      localName: 'Идентификационен номер по ДДС',
      names: ['ДДС', 'ИН по ЗДДС', 'ДДС номер', 'ЗДДС', 'ИД № по ДДС'],
      noun: 'VAT number',
      kinds: ['vat', 'tin'],
      check: 'checksum',
      prefixes: ['BG'],
      forms: [{ pattern: 'ddddddddd' }, { pattern: 'dddddddddd' }],
      // VAT Act, art. 94: BG before the ЕИК, or before the personal or official number of others.
      verify: (n) => {
        if (n.length === 9) return eik(n)
        if (isZeros(n, 0, 9)) return allZeros
        return expectOne(n, [...personDigits(n), (11 - (weightedSum(n, otherWeights) % 11)) % 11])
      },
      facts: personFacts,
    },
    eori('BG'),
  ],
}
