import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart, type Warning } from '../country-rule.ts'

const legalWeights = [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]
const personWeights = [10, 5, 8, 4, 2, 1, 6, 3, 7, 9]
const wrongDate = invalidPart(
  'A personal code begins with 32 to 39, or with a date of birth (day, month, year) and 0, 1 or 2 for the century.',
)

/** Law on the Register of Natural Persons: since July 2017 a 3, a digit from 2 to 9, and nine at random. */
const isNewCode = (n: string) => n.startsWith('3') && digit(n, 1) > 1
const birthYear = (n: string) => `${18 + digit(n, 6)}${n.slice(4, 6)}`

function personalCode(n: string): Fault | undefined {
  if (isNewCode(n)) return undefined
  const isBirth = digit(n, 6) < 3 && isDate(Number(birthYear(n)), number(n, 2, 4), number(n, 0, 2))
  return isBirth ? expectDigit(n, 10, ((weightedSum(n, personWeights) + 1) % 11) % 10) : wrongDate
}

// From the tax office (VID) to the Commission. If no digit matches, numbers that begin with 9 have 0.
function vat(n: string): Fault | undefined {
  if (digit(n, 0) < 4) return personalCode(n)
  const expected = (14 - (weightedSum(n, legalWeights) % 11)) % 11
  return expectDigit(n, 10, expected === 10 && n.startsWith('9') ? 0 : expected)
}

function birth(n: string) {
  if (digit(n, 0) > 3 || isNewCode(n)) return undefined
  return { birthDate: isoDate(birthYear(n), number(n, 2, 4), number(n, 0, 2)) }
}

function newCodeWarning(n: string): Warning | undefined {
  if (!isNewCode(n)) return undefined
  return {
    code: 'CHECKSUM_NOT_VERIFIABLE',
    message: 'Personal codes issued since July 2017 have no check digit.',
  }
}

export const lv: CountryRule = {
  code: 'LV',
  name: 'Latvia',
  adjective: 'Latvian',
  labels: ['Reģ. Nr.', 'Reģistrācijas Nr.', 'Vienotais reģ. Nr.', 'Reģistrācijas numurs', 'Registration No.'],
  rules: () => [
    {
      id: 'LV.PK',
      label: 'personas kods',
      name: 'Personal code',
      localName: 'Personas kods',
      noun: 'personal code',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 1,
      sets: { p: '0123' },
      forms: [{ pattern: 'pdddddddddd', mask: '######-#####' }],
      verify: personalCode,
      warn: newCodeWarning,
      facts: birth,
      changes: [
        {
          date: '2017-07-01',
          text: 'New codes begin with 3 and a digit from 2 to 9, and have neither a date of birth nor a check digit.',
        },
      ],
    },
    {
      id: 'LV.PVN',
      name: 'Taxpayer and VAT registration number',
      localName: 'PVN reģistrācijas numurs',
      names: ['Company registration', 'Company'],
      noun: 'VAT number',
      kinds: ['vat', 'tin'],
      check: 'checksum',
      prefixes: ['LV'],
      forms: [{ pattern: 'ddddddddddd' }],
      verify: vat,
      warn: newCodeWarning,
      facts: birth,
    },
    eori('LV'),
  ],
}
