import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, type Form, invalidPart, neverIssued } from '../country-rule.ts'

const cuiWeights = [7, 5, 3, 2, 1, 7, 5, 3, 2]
const cnpWeights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]

const wrongDate = invalidPart("Digits 2 to 7 aren't a valid date of birth (year, month, day).")
const wrongCounty = invalidPart("Digits 8 and 9 aren't the code of a Romanian county or sector.")
const noSerial = neverIssued('The serial number, digits 10 to 12, begins at 001.')

// The counties and sectors, 70 for all births since the central register, 80 to 83 for consulates, and
// codes that are in use according to the Directorate for Persons' Records.
const otherCodes = [50, 51, 52, 54, 56, 60, 64, 70, 78, 80, 81, 82, 83, 84, 87, 88, 90, 98, 99]
const isCounty = (code: number) => (code > 0 && code < 49) || otherCodes.includes(code)

// Law 359/2004 on the registration of companies, and the EU's TIN algorithms.
function cui(n: string): Fault | undefined {
  const sum = weightedSum(n.padStart(10, '0'), cuiWeights) * 10
  return expectDigit(n, n.length - 1, (sum % 11) % 10)
}

const isNif = (n: string) => n.startsWith('9000')

/** The century isn't included for foreign residents (7, 8) and numbers with 9. */
function yearOf(n: string): number {
  const year = number(n, 1, 3)
  const first = digit(n, 0)
  return first < 3 ? 1900 + year : first < 5 ? 1800 + year : first < 7 ? 2000 + year : year
}

// Emergency ordinance 97/2005 and Government decision 64/2011; 9000… in the EU's TIN algorithms.
function cnp(n: string): Fault | undefined {
  if (isNif(n)) return isZeros(n, 4, 13) ? noSerial : undefined
  if (!isDate(yearOf(n), number(n, 3, 5), number(n, 5, 7))) return wrongDate
  if (digit(n, 0) < 9 && !isCounty(number(n, 7, 9))) return wrongCounty
  if (isZeros(n, 9, 12)) return noSerial
  const check = weightedSum(n, cnpWeights) % 11
  return expectDigit(n, 12, check === 10 ? 1 : check)
}

function cnpFacts(n: string): Readonly<Record<string, string>> {
  if (isNif(n)) return { kind: 'foreigner without CNP' }
  const first = digit(n, 0)
  const year = first < 7 ? String(yearOf(n)) : n.slice(1, 3)
  return {
    birthDate: isoDate(year, number(n, 3, 5), number(n, 5, 7)),
    ...(first < 9 && { sex: first % 2 === 1 ? 'male' : 'female' }),
    ...(first > 6 && { kind: 'foreigner' }),
  }
}

const noCheck = (n: string) =>
  n.length === 13 && isNif(n)
    ? ({
        code: 'CHECKSUM_NOT_VERIFIABLE',
        message: 'No check digit is published for the NIF of foreigners, which begins with 9000.',
      } as const)
    : undefined

const cuiForms: readonly Form[] = Array.from({ length: 9 }, (_, i) => ({ pattern: `f${'d'.repeat(i + 1)}` }))
const personForm: Form = { pattern: `f${'d'.repeat(12)}` }
const sets = { f: '123456789' }

export const ro: CountryRule = {
  code: 'RO',
  name: 'Romania',
  adjective: 'Romanian',
  labels: [
    'Cod fiscal',
    'Cod TVA',
    'Atribut fiscal',
    'C.F.',
    'Cod de înregistrare fiscală',
    'Cod de identificare fiscală',
  ],
  rules: () => [
    {
      id: 'RO.CUI',
      name: 'Unique registration code of companies',
      localName: 'Cod unic de înregistrare',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      sets,
      forms: cuiForms,
      verify: cui,
    },
    {
      id: 'RO.CNP',
      name: 'Personal numeric code, or tax number of a foreigner',
      localName: 'Cod numeric personal',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets,
      forms: [personForm],
      verify: cnp,
      warn: noCheck,
      facts: cnpFacts,
    },
    {
      id: 'RO.VAT',
      label: 'CIF',
      name: 'VAT registration code',
      localName: 'Cod de înregistrare în scopuri de TVA',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['RO'],
      sets,
      forms: [...cuiForms, personForm],
      verify: (n) => (n.length === 13 ? cnp(n) : cui(n)),
      warn: noCheck,
      facts: (n) => (n.length === 13 ? cnpFacts(n) : undefined),
    },
    eori('RO'),
  ],
}
