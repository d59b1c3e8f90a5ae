import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, invalidPart } from '../country-rule.ts'

const weights = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const wrongDate = invalidPart("Digits 2 to 7 aren't a valid date of birth (year, month, day).")

const yearOf = (n: string) => 1700 + digit(n, 0) * 100 + number(n, 1, 3)

export const kw: CountryRule = {
  code: 'KW',
  name: 'Kuwait',
  adjective: 'Kuwaiti',
  rules: () => [
    {
      id: 'KW.CIVILID',
      label: 'Civil ID',
      name: 'Civil ID number',
      localName: 'الرقم المدني',
      kinds: ['person', 'tin'],
      check: 'checksum',
      basis: 'secondary',
      sets: { c: '123' },
      forms: [{ pattern: 'cddddddddddd' }],
      verify: (n) => {
        if (!isDate(yearOf(n), number(n, 3, 5), number(n, 5, 7))) return wrongDate
        return expectDigit(n, 11, (11 - (weightedSum(n, weights) % 11)) % 11)
      },
      facts: (n) => ({ birthDate: isoDate(yearOf(n), number(n, 3, 5), number(n, 5, 7)) }),
    },
    {
      id: 'KW.TIN',
      name: 'Tax identification number',
      localName: 'الرقم الضريبي',
      holder: 'company',
      // OECD, TIN sheet of Kuwait: six digits for entities registered with the Tax Department.
      forms: [{ pattern: 'dddddd' }],
    },
  ],
}
