import { isDate, isoDate } from '../checks/date.ts'
import { digit, number } from '../checks/digits.ts'
import { countryWithOneType, invalidPart } from '../country-rule.ts'

const wrongDate = invalidPart("Digits 2 to 7 of a PINFL aren't a valid date of birth (day, month, year).")

/** The first digit is the century and sex: 1 and 2 for men and women born in the 1800s, and so on. */
const yearOf = (n: string) => 1700 + Math.ceil(digit(n, 0) / 2) * 100 + number(n, 5, 7)

export const uz = countryWithOneType(
  {
    code: 'UZ',
    name: 'Uzbekistan',
    adjective: 'Uzbek',
    labels: ['INN', 'ИНН', 'PINFL', 'ПИНФЛ', 'СТИР', 'JSHSHIR', 'ЖШШИР'],
  },
  {
    id: 'UZ.STIR',
    name: 'Taxpayer identification number',
    localName: 'Soliq to‘lovchining identifikatsiya raqami',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    sets: { s: '123456' },
    // Nine digits; persons have a PINFL, and VAT payers a registration code of their own.
    forms: [{ pattern: 'ddddddddd' }, { pattern: 'sddddddddddddd' }, { pattern: 'dddddddddddd' }],
    verify: (n) =>
      n.length === 14 && !isDate(yearOf(n), number(n, 3, 5), number(n, 1, 3)) ? wrongDate : undefined,
    facts: (n) => {
      if (n.length === 12) return { kind: 'VAT payer' }
      if (n.length === 9) return undefined
      return {
        kind: 'person',
        birthDate: isoDate(yearOf(n), number(n, 3, 5), number(n, 1, 3)),
        sex: digit(n, 0) % 2 === 1 ? 'male' : 'female',
      }
    },
    changes: [{ date: '2021-07-01', text: 'People are registered under their PINFL.' }],
  },
)
