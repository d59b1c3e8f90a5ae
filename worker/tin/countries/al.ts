import { isDate } from '../checks/date.ts'
import { number } from '../checks/digits.ts'
import { countryWithOneType, invalidPart } from '../country-rule.ts'

const noDay = invalidPart('Characters 5 and 6 are the day of registration or birth: 01 to 31.')

export const al = countryWithOneType(
  { code: 'AL', name: 'Albania', adjective: 'Albanian' },
  {
    id: 'AL.NIPT',
    label: 'NIPT / NUIS',
    name: 'Taxpayer identification number',
    localName: 'Numri i Identifikimit për Personin e Tatueshëm',
    noun: 'NIPT',
    kinds: ['tin', 'vat'],
    check: 'structure',
    prefixes: ['AL'],
    sets: { f: 'ABCDEFGHIJKLM' },
    forms: [{ pattern: 'fdddddddda', mask: '##########' }],
    // Drejtoria e Përgjithshme e Tatimeve: decade (M from 2020), year, month coded with the district or
    // the sex, day, serial; the rule of the last letter isn't published.
    verify: (n) => (isDate(2000, 1, number(n, 4, 6)) ? undefined : noDay),
    facts: (n) => ({ year: String(1900 + (n.charCodeAt(0) - 65) * 10 + number(n, 1, 2)) }),
  },
)
