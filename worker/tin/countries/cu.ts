import { isDate, isoDate } from '../checks/date.ts'
import { digit, number } from '../checks/digits.ts'
import { countryWithOneType, invalidPart } from '../country-rule.ts'

const badDate = invalidPart("The first six digits aren't a valid date of birth (year, month, day).")

/** The seventh digit is the century. */
function birthYear(n: string): number {
  const century = digit(n, 6)
  return number(n, 0, 2) + (century < 6 ? 1900 : century < 9 ? 2000 : 1800)
}

export const cu = countryWithOneType(
  { code: 'CU', name: 'Cuba', adjective: 'Cuban', labels: ['NIT'] },
  {
    id: 'CU.NI',
    label: 'NI',
    name: 'Identity number',
    localName: 'Número de identidad permanente',
    noun: 'identity number',
    holder: 'person',
    kinds: ['person', 'tin'],
    check: 'structure',
    forms: [{ pattern: 'ddddddddddd', mask: '###########' }],
    // Ministerio del Interior, carné de identidad. The last digit's rule isn't published.
    verify: (n) => (isDate(birthYear(n), number(n, 2, 4), number(n, 4, 6)) ? undefined : badDate),
    facts: (n) => ({
      birthDate: isoDate(String(birthYear(n)), number(n, 2, 4), number(n, 4, 6)),
      sex: digit(n, 9) % 2 === 0 ? 'male' : 'female',
    }),
  },
)
