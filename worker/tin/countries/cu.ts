import { isDate, isoDate } from '../checks/date.ts'
import { digit, number } from '../checks/digits.ts'
import { type CountryRule, invalidPart } from '../country-rule.ts'

const badDate = invalidPart("The first six digits aren't a valid date of birth (year, month, day).")
const person = invalidPart('This is the identity number of a person.')

/** The seventh digit is the century. */
function birthYear(n: string): number {
  const century = digit(n, 6)
  return number(n, 0, 2) + (century < 6 ? 1900 : century < 9 ? 2000 : 1800)
}

const hasBirthDate = (n: string) => isDate(birthYear(n), number(n, 2, 4), number(n, 4, 6))

export const cu: CountryRule = {
  code: 'CU',
  name: 'Cuba',
  adjective: 'Cuban',
  rules: () => [
    {
      id: 'CU.NI',
      name: 'Identity number',
      localName: 'Número de identidad permanente',
      noun: 'identity number',
      kinds: ['person', 'tin'],
      check: 'structure',
      forms: [{ pattern: 'ddddddddddd' }],
      // Ministerio del Interior, carné de identidad. The last digit's rule isn't published.
      verify: (n) => (hasBirthDate(n) ? undefined : badDate),
      facts: (n) => ({
        birthDate: isoDate(birthYear(n), number(n, 2, 4), number(n, 4, 6)),
        sex: digit(n, 9) % 2 === 0 ? 'male' : 'female',
      }),
    },
    {
      id: 'CU.NIT',
      name: 'Tax identification number of entities',
      localName: 'Número de Identificación Tributaria',
      holder: 'company',
      kinds: ['tin', 'business'],
      basis: 'secondary',
      // Invoices of companies (MIPYMES), such as 50004199243. ONAT: the NIT of a person is the identity number.
      forms: [{ pattern: 'ddddddddddd' }],
      verify: (n) => (hasBirthDate(n) ? person : undefined),
      // Decree-Law 107 of 2025.
      changes: [{ date: '2026-01', text: 'Documents must show the NIT of all taxpayers.' }],
    },
  ],
}
