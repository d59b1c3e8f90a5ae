import { isDate, isoDate } from '../checks/date.ts'
import { digit, number } from '../checks/digits.ts'
import { countryWithOneType, invalidPart } from '../country-rule.ts'

const kinds = ['company', 'person', 'person']

const wrongKind = invalidPart('The first digit is 0 for companies, 1 for women and 2 for men.')
const wrongDate = invalidPart(
  "Digits 2 to 9 aren't a valid date of birth or registration (day, month, year).",
)

function facts(n: string): Readonly<Record<string, string>> | undefined {
  const kind = kinds[digit(n, 0)]
  const [year, month, day] = [number(n, 5, 9), number(n, 3, 5), number(n, 1, 3)]
  if (kind === undefined || year < 1850 || year > 2099 || !isDate(year, month, day)) return undefined
  const date = isoDate(n.slice(5, 9), month, day)
  if (kind === 'company') return { kind, foundingDate: date }
  return { kind, birthDate: date, sex: n.startsWith('1') ? 'female' : 'male' }
}

export const kg = countryWithOneType(
  { code: 'KG', name: 'Kyrgyzstan', adjective: 'Kyrgyz', labels: ['ПИН'] },
  {
    id: 'KG.INN',
    label: 'ИНН',
    name: 'Taxpayer identification number',
    localName: 'Салык төлөөчүнүн идентификациялык номери',
    noun: 'INN',
    kinds: ['tin', 'vat'],
    check: 'structure',
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddddddd' }],
    // Government decree on the personal identification number (PIN): kind, date, serial number, check digit.
    verify: (n) => {
      if (digit(n, 0) > 2) return wrongKind
      return facts(n) === undefined ? wrongDate : undefined
    },
    facts,
  },
)
