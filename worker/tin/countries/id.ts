import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import {
  allZeros,
  type CountryRule,
  type Fault,
  invalidPart,
  neverIssued,
  type Warning,
} from '../country-rule.ts'

// Kode wilayah of the Ministry of Home Affairs, by the first and then by the second digit.
const provinces = [
  '',
  'Aceh|North Sumatra|West Sumatra|Riau|Jambi|South Sumatra|Bengkulu|Lampung|Bangka Belitung',
  'Riau Islands',
  'Jakarta|West Java|Central Java|Yogyakarta|East Java|Banten',
  '',
  'Bali|West Nusa Tenggara|East Nusa Tenggara',
  'West Kalimantan|Central Kalimantan|South Kalimantan|East Kalimantan|North Kalimantan',
  'North Sulawesi|Central Sulawesi|South Sulawesi|Southeast Sulawesi|Gorontalo|West Sulawesi',
  'Maluku|North Maluku',
  'Papua|Papua|Papua|Papua|Papua|Papua',
]

const noProvince = invalidPart("The first two digits of a NIK aren't the code of an Indonesian province.")
const noBirth = invalidPart(
  "Digits 7 to 12 of a NIK aren't a valid date of birth (day, month, year; for women 40 is added to the day).",
)
const noSerial = neverIssued("The serial number at the end of a NIK can't be 0000.")

const provinceOf = (n: string) => provinces[digit(n, 0)]?.split('|')[digit(n, 1) - 1] || undefined
const dayOf = (n: string) => number(n, 6, 8) % 40

// Government regulation PP 37/2007, art. 37.
function nik(n: string): Fault | undefined {
  if (isZeros(n, 12, 16)) return noSerial
  if (provinceOf(n) === undefined) return noProvince
  return isDate(number(n, 10, 12), number(n, 8, 10), dayOf(n)) && number(n, 6, 8) < 72 ? undefined : noBirth
}

function nikFacts(n: string): Record<string, string> {
  return {
    birthDate: isoDate(n.slice(10, 12), number(n, 8, 10), dayOf(n)),
    sex: number(n, 6, 8) > 40 ? 'female' : 'male',
    province: provinceOf(n) ?? '',
  }
}

/** DJP, Coretax: a buyer without an NPWP. */
const withoutNpwp = '0000000000000000'

const isNew = (n: string) => n.startsWith('1000')

// PMK 112/2022 and PMK 136/2023: 0 and the old number (Luhn over its first nine digits), or a person's NIK.
function npwp(n: string): Fault | undefined {
  if (n === withoutNpwp) return undefined
  if (n.startsWith('0')) return isZeros(n, 0, 10) ? allZeros : expectDigit(n, 9, luhnDigit(n, 1, 9))
  return isNew(n) ? undefined : nik(n)
}

function checkWarning(n: string): Warning | undefined {
  if (n.startsWith('0')) return undefined
  return {
    code: 'CHECKSUM_NOT_VERIFIABLE',
    message: isNew(n)
      ? 'For the new NPWPs, which begin with 1000, no check digit is published.'
      : 'A NIK, the NPWP of residents, has no check digit.',
  }
}

export const id: CountryRule = {
  code: 'ID',
  name: 'Indonesia',
  adjective: 'Indonesian',
  rules: () => [
    {
      id: 'ID.NPWP',
      name: 'Taxpayer identification number',
      localName: 'Nomor Pokok Wajib Pajak',
      names: ['NPWP 16'],
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 2,
      forms: [
        { pattern: 'dddddddddddddddd' },
        { pattern: withoutNpwp, unlisted: true },
        {
          pattern: 'ddddddddddddddd',
          canonical: (text) => (isZeros(text, 0, 15) ? text : `0${text}`),
          old: 'Since July 2024, an NPWP has 16 digits: a 0 and the old 15 digits, or the NIK for residents.',
        },
      ],
      verify: npwp,
      warn: (n) =>
        n === withoutNpwp
          ? {
              code: 'GENERIC_NUMBER',
              message: 'This number represents buyers without an NPWP, not a taxpayer.',
            }
          : checkWarning(n),
      facts: (n) => {
        if (isNew(n) || n === withoutNpwp) return undefined
        if (!n.startsWith('0')) return { kind: 'person (NIK)', ...nikFacts(n) }
        return isZeros(n, 13, 16) ? undefined : { establishment: `branch ${n.slice(13)}` }
      },
      changes: [
        { date: '2022-07-14', text: 'NPWPs of 16 digits were introduced; residents use their NIK.' },
        { date: '2024-07-01', text: "The tax office's services moved from 15 to 16 digits." },
        { date: '2025', text: 'With Coretax, new numbers of entities begin with 1000 instead of 0.' },
      ],
    },
    {
      id: 'ID.NIK',
      name: 'Population identification number',
      localName: 'Nomor Induk Kependudukan',
      names: ['KTP'],
      kinds: ['person', 'tin'],
      check: 'structure',
      forms: [{ pattern: 'dddddddddddddddd' }],
      verify: nik,
      facts: nikFacts,
    },
    {
      id: 'ID.NITKU',
      name: 'Identity number of a place of business',
      localName: 'Nomor Identitas Tempat Kegiatan Usaha',
      kinds: ['business'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddddddddddddddd' }],
      // PER-6/PJ/2024, art. 1: the NPWP of 16 digits and six digits for the place, 000000 for the head office.
      verify: (n) => (isZeros(n, 0, 16) ? allZeros : npwp(n)),
      warn: checkWarning,
      facts: (n) => ({
        npwp: n.slice(0, 16),
        establishment: isZeros(n, 16, 22) ? 'head office' : `branch ${n.slice(16)}`,
      }),
      changes: [{ date: '2024-07-01', text: 'NITKU were introduced for head offices and branches.' }],
    },
  ],
}
