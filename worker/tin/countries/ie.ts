import { digit, expectText, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'

const alphabet = 'WABCDEFGHIJKLMNOPQRSTUV'
const weights = [8, 7, 6, 5, 4, 3, 2]
// For the old form, the letter or sign is omitted and the first digit moves to the end.
const oldWeights = [2, 0, 7, 6, 5, 4, 3]

/** A to I count; W, and the T and X of second employments, do not. */
function secondLetter(n: string): number {
  const value = n.charCodeAt(8) - 64
  return value <= 9 ? value : 0
}

// Revenue eBrief 03/13 and the EU's TIN algorithms: modulus 23, the second letter with weight 9.
function taxNumber(n: string): Fault | undefined {
  const isOld = digit(n, 1) < 0 || digit(n, 1) > 9
  if (digit(n, 0) === 0 && (isOld || digit(n, 1) === 0) && isZeros(n, 2, 7)) return allZeros
  const second = n.length === 9 ? secondLetter(n) : 0
  const sum = isOld ? weightedSum(n, oldWeights) : weightedSum(n, weights) + second * 9
  return expectText(n, 7, alphabet.charAt(sum % 23))
}

const holders: Readonly<Record<string, string>> = { A: 'individual', H: 'company or other body' }

function holderOf(n: string) {
  const kind = holders[n.charAt(8)]
  return kind === undefined ? undefined : { kind }
}

const changes = [
  {
    date: '2013-01-01',
    text: 'New numbers have a second letter after the check letter, A for individuals and H for others, which counts in the check.',
  },
]

export const ie: CountryRule = {
  code: 'IE',
  name: 'Ireland',
  adjective: 'Irish',
  rules: () => [
    {
      id: 'IE.VAT',
      name: 'VAT registration number',
      localName: 'Uimhir CBL',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['IE'],
      sets: { c: alphabet, s: 'ABCDEFGHIW', o: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ+*' },
      forms: [
        { pattern: 'dddddddc' },
        { pattern: 'dddddddcs' },
        {
          pattern: 'dodddddc',
          old: 'Numbers with a letter or sign as the second character are no longer issued but remain valid.',
        },
      ],
      verify: taxNumber,
      facts: holderOf,
      changes,
    },
    {
      id: 'IE.PPS',
      label: 'PPS No',
      name: 'Personal Public Service number',
      localName: 'Uimhir Phearsanta Seirbhíse Poiblí',
      names: ['PPSN'],
      noun: 'PPS number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { c: alphabet, s: 'ABCDEFGHIWTX' },
      forms: [{ pattern: 'dddddddc' }, { pattern: 'dddddddcs' }],
      verify: taxNumber,
      facts: holderOf,
      changes,
    },
    eori('IE'),
  ],
}
