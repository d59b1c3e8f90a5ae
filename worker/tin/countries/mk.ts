import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { jmbg, jmbgDigit, jmbgFacts } from '../checks/jmbg.ts'
import { allZeros, countryWithOneType } from '../country-rule.ts'

export const mk = countryWithOneType(
  {
    code: 'MK',
    name: 'North Macedonia',
    adjective: 'North Macedonian',
    labels: ['EMBG', 'ЕМБГ', 'Даночен број'],
  },
  {
    id: 'MK.EDB',
    label: 'ЕДБ',
    name: 'Unique tax number',
    localName: 'Единствен даночен број',
    noun: 'EDB',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    prefixes: ['MK'],
    forms: [{ pattern: 'ddddddddddddd', mask: '#############' }],
    // Public Revenue Office; that of persons is their citizen number (ЕМБГ).
    verify: (n) => {
      if (isZeros(n, 1, 12)) return allZeros
      return digit(n, 0) < 4 ? jmbg(n) : expectDigit(n, 12, jmbgDigit(n))
    },
    facts: (n) => (digit(n, 0) < 4 ? jmbgFacts(n) : undefined),
  },
)
