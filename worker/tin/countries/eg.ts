import { isDate, isoDate } from '../checks/date.ts'
import { digit, number } from '../checks/digits.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

// Civil Status Organization, codes of the governorates of birth, by the first digit.
const governorates: Readonly<Record<number, string>> = {
  0: 'Cairo|Alexandria|Port Said|Suez',
  1: 'Damietta|Dakahlia|Sharqia|Qalyubia|Kafr El Sheikh|Gharbia|Monufia|Beheira|Ismailia',
  2: 'Giza|Beni Suef|Faiyum|Minya|Asyut|Sohag|Qena|Aswan|Luxor',
  3: 'Red Sea|New Valley|Matrouh|North Sinai|South Sinai',
}

const wrongDate = invalidPart(
  "Digits 1 to 7 aren't a valid date of birth (century 2 or 3, year, month, day).",
)
const wrongPlace = invalidPart("Digits 8 and 9 aren't the code of a governorate, or 88 for births abroad.")

const birthYear = (n: string) => `${17 + digit(n, 0)}${n.slice(1, 3)}`

function governorateOf(n: string): string | undefined {
  if (n.startsWith('88', 7)) return 'born abroad'
  return governorates[digit(n, 7)]?.split('|')[digit(n, 8) - 1]
}

function nationalId(n: string): Fault | undefined {
  if (!isDate(Number(birthYear(n)), number(n, 3, 5), number(n, 5, 7))) return wrongDate
  return governorateOf(n) === undefined ? wrongPlace : undefined
}

export const eg: CountryRule = {
  code: 'EG',
  name: 'Egypt',
  adjective: 'Egyptian',
  labels: ['Tax card', 'بطاقة ضريبية'],
  rules: () => [
    {
      id: 'EG.TRN',
      label: 'الرقم الضريبي',
      name: 'Tax registration number',
      localName: 'رقم التسجيل الضريبي',
      noun: 'tax registration number',
      kinds: ['tin', 'vat'],
      forms: [{ pattern: 'ddddddddd', mask: '###-###-###' }],
    },
    {
      id: 'EG.NID',
      label: 'الرقم القومي',
      name: 'National identity number',
      localName: 'الرقم القومي',
      noun: 'national ID number',
      kinds: ['person'],
      onRequest: true,
      check: 'structure',
      basis: 'secondary',
      // The parts as newspapers and a civil registry's form describe them; Law 143 of 1994 doesn't.
      sets: { c: '23' },
      forms: [{ pattern: 'cddddddddddddd' }],
      verify: nationalId,
      facts: (n) => ({
        birthDate: isoDate(birthYear(n), number(n, 3, 5), number(n, 5, 7)),
        sex: digit(n, 12) % 2 === 1 ? 'male' : 'female',
        governorate: governorateOf(n) ?? '',
      }),
    },
  ],
}
