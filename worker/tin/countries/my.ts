import { isDate, isoDate } from '../checks/date.ts'
import { digit, number } from '../checks/digits.ts'
import { type CountryRule, type Form, formsOfLengths, invalidPart } from '../country-rule.ts'

const kinds: Readonly<Record<string, string>> = {
  IG: 'individual',
  C: 'company',
  CS: 'cooperative society',
  D: 'partnership',
  E: 'employer',
  F: 'association',
  FA: 'non-resident public entertainer',
  PT: 'limited liability partnership',
  TA: 'trust body',
  TC: 'unit trust or property trust',
  TN: 'business trust',
  TR: 'real estate investment trust',
  TP: "deceased person's estate",
  J: 'Hindu joint family',
  LE: 'Labuan entity',
}

// LHDN, e-Invoice specific guideline: the general public, foreign buyers, foreign sellers, public bodies.
const generals = ['EI00000000010', 'EI00000000020', 'EI00000000030', 'EI00000000040']

const prefixOf = (n: string) => n.slice(0, digit(n, 1) < 10 ? 1 : 2)
const isGeneral = (n: string) => generals.includes(n)
const noKind = invalidPart(
  "The first letters aren't a type of taxpayer, such as IG for individuals or C for companies.",
)
const zeroAdded = 'Since 2023 a 0 is added at the end of the numbers of entities.'

/** Forms without a mask, as no separator is customary. */
function after(prefix: string, from: number, to: number, changed?: Omit<Form, 'pattern'>): Form[] {
  return formsOfLengths('d', from, to).map(({ pattern }) => ({ pattern: prefix + pattern, ...changed }))
}

const withZero = { canonical: (text: string) => `${text}0`, old: zeroAdded }
const tinForms = [
  ...after('IG', 9, 11),
  ...after('oG', 9, 11, {
    canonical: (text) => `IG${text.slice(2)}`,
    old: 'Since January 2, 2023, SG and OG are IG.',
  }),
  ...after('a', 10, 11),
  ...after('aa', 10, 11),
  ...after('a', 9, 9, withZero),
  ...after('aa', 9, 9, withZero),
]

// JPN, "Kod Negeri": the codes 01 to 16, and more for each state.
const states =
  'Johor|Kedah|Kelantan|Malacca|Negeri Sembilan|Pahang|Penang|Perak|Perlis|Selangor|Terengganu|Sabah|Sarawak|Kuala Lumpur|Labuan|Putrajaya'
const moreStates = 'AAAABBBCCDEFFGGHHHHIJJJJKKLLLMMMMNNNNOE'
const unassigned = [0, 17, 18, 19, 20, 69, 70, 73, 80, 81, 94, 95, 96, 97]

const noBirth = invalidPart("The first six digits aren't a valid date of birth (year, month, day).")
const noPlace = invalidPart("Digits 7 and 8 aren't the code of a place of birth.")

function placeOf(n: string): Record<string, string> | undefined {
  const code = number(n, 6, 8)
  const at = code > 20 ? moreStates.charCodeAt(code - 21) - 65 : code - 1
  const state = states.split('|')[at]
  return state === undefined ? undefined : { state }
}

export const my: CountryRule = {
  code: 'MY',
  name: 'Malaysia',
  adjective: 'Malaysian',
  labels: [
    'No. Pengenalan Cukai',
    'No. Cukai',
    'Service Tax',
    'Sales Tax',
    'No. Cukai Pendapatan',
    'Pendaftaran SST',
  ],
  rules: () => [
    {
      id: 'MY.TIN',
      name: 'Tax Identification Number',
      localName: 'Nombor Pengenalan Cukai',
      check: 'structure',
      sets: { o: 'SO' },
      // LHDN, "Information on TIN", in the OECD's AEOI page.
      forms: tinForms,
      verify: (n) => (kinds[prefixOf(n)] === undefined && !isGeneral(n) ? noKind : undefined),
      warn: (n) => {
        if (isGeneral(n)) {
          return {
            code: 'GENERIC_NUMBER',
            message: "This is a general number for e-invoices, not a taxpayer's number.",
          }
        }
        return n.startsWith('IG') || n.endsWith('0')
          ? undefined
          : { code: 'OLD_FORM', message: `${zeroAdded} It may be missing here.` }
      },
      facts: (n) => (isGeneral(n) ? undefined : { kind: kinds[prefixOf(n)] ?? '' }),
      changes: [
        { date: '2023-01-02', text: 'SG and OG became IG, and a 0 was added to the numbers of entities.' },
      ],
    },
    {
      id: 'MY.SST',
      name: 'Sales and service tax registration number',
      localName: 'Nombor Pendaftaran SST',
      noun: 'SST number',
      kinds: ['vat'],
      basis: 'secondary',
      forms: [{ pattern: 'adddddddddddddd', mask: '###-####-########' }],
      changes: [{ date: '2018-09-01', text: 'SST numbers replaced those of the goods and services tax.' }],
    },
    {
      id: 'MY.NRIC',
      name: 'National registration identity card number',
      localName: 'Nombor Kad Pengenalan (MyKad)',
      kinds: ['person', 'tin'],
      check: 'structure',
      forms: [{ pattern: 'dddddddddddd', mask: '######-##-####' }],
      // National Registration Regulations 1990; JPN's codes of states and countries.
      verify: (n) => {
        if (!isDate(number(n, 0, 2), number(n, 2, 4), number(n, 4, 6))) return noBirth
        return unassigned.includes(number(n, 6, 8)) ? noPlace : undefined
      },
      facts: (n) => ({
        birthDate: isoDate(n.slice(0, 2), number(n, 2, 4), number(n, 4, 6)),
        sex: digit(n, 11) % 2 === 1 ? 'male' : 'female',
        ...placeOf(n),
      }),
    },
    {
      id: 'MY.FRP',
      name: 'Foreign registered person number for service tax on digital services',
      noun: 'FRP number',
      kinds: ['vat'],
      basis: 'secondary',
      forms: [{ pattern: 'dddddddd' }],
      changes: [{ date: '2020-01-01', text: 'Foreign providers of digital services must register.' }],
    },
  ],
}
