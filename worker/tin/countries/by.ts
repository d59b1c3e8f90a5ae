import { base36, digit, expectDigit } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { countryWithOneType, type Fault } from '../country-rule.ts'

const weights = [19, 17, 13, 7, 5, 3]
const letters = 'ABCEHKMOPT'
const regions = ['Minsk city', 'Brest', 'Vitebsk', 'Gomel', 'Grodno', 'Minsk region', 'Mogilev']

// Ministry of Taxes and Duties: the first letter counts as in base 36, the second by its place in the row.
function unp(n: string): Fault | undefined {
  const second = digit(n, 1) < 10 ? digit(n, 1) : letters.indexOf(n.charAt(1))
  return expectDigit(n, 8, (base36(n, 0) * 29 + second * 23 + weightedSum(n, weights, 2)) % 11)
}

export const by = countryWithOneType(
  { code: 'BY', name: 'Belarus', adjective: 'Belarusian' },
  {
    id: 'BY.UNP',
    label: 'УНП',
    name: "Payer's account number",
    localName: 'Учетный номер плательщика',
    names: ['УНН'],
    noun: 'UNP',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    sets: { f: 'ABCEHKM', r: '12345678', s: letters },
    forms: [{ pattern: 'rdddddddd' }, { pattern: 'fsddddddd' }],
    verify: unp,
    facts: (n) => {
      if (digit(n, 0) > 9) return { kind: 'person' }
      const region = regions[digit(n, 0) - 1]
      return region === undefined ? undefined : { region }
    },
  },
)
