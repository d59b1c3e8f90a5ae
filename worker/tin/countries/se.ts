import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { allZeros, type CountryRule, type Fault, invalidPart, neverIssued } from '../country-rule.ts'

const noEntity = invalidPart(
  'The third digit of an organization number is at least 2; sole traders use their personal identity number.',
)
const noGroup = invalidPart('An organization number never begins with 0.')
const wrongDate = invalidPart(
  "The number doesn't begin with a date of birth (year, month, day; 60 is added to the day in coordination numbers).",
)
const wrongCentury = invalidPart(
  'A number with twelve digits begins with a year of birth that starts with 18, 19 or 20.',
)
const noSerial = neverIssued("The three digits before the last one can't be 000.")

function luhn10(n: string): Fault | undefined {
  return isZeros(n, 0, 9) ? allZeros : expectDigit(n, 9, luhnDigit(n, 0, 9))
}

// Skatteverket, SKV 709, by the first digit.
const legalForms: Readonly<Record<string, string>> = {
  1: 'estate of a deceased person',
  2: 'state, region, municipality or parish',
  3: 'foreign company',
  5: 'limited company',
  6: 'simple partnership',
  7: 'economic association',
  8: 'non-profit association or foundation',
  9: 'trading or limited partnership',
}

type Birth = { year: string; month: number; day: number; coordination: boolean; digits: string }

/** The year has four digits if the number includes the century. */
function read(n: string): Birth {
  const digits = n.length === 12 ? n.slice(2) : n.replace('+', '')
  const day = number(digits, 4, 6)
  const coordination = day >= 60
  return {
    year: n.length === 12 ? n.slice(0, 4) : digits.slice(0, 2),
    month: number(digits, 2, 4),
    day: coordination ? day - 60 : day,
    coordination,
    digits,
  }
}

/** Unknown months and days of coordination numbers are zero. */
function isPartial({ month, day, coordination }: Birth): boolean {
  return coordination && month < 13 && day < 32 && (month === 0 || day === 0)
}

// Skatteverket: personnummer (SKV 704) and samordningsnummer (SKV 707); Luhn over the ten digits.
function personnummer(n: string): Fault | undefined {
  const birth = read(n)
  const { digits, year, month, day } = birth
  if (isZeros(digits, 6, 9)) return noSerial
  if (year.length === 4 && !['18', '19', '20'].includes(year.slice(0, 2))) return wrongCentury
  // A + marks people over 100. With year 00 they were born in 1900, not a leap year.
  const fullYear = year === '00' && n.charAt(6) === '+' ? 1900 : Number(year)
  if (!isPartial(birth) && !isDate(fullYear, month, day)) return wrongDate
  return expectDigit(n, n.length - 1, luhnDigit(digits, 0, 9))
}

export const se: CountryRule = {
  code: 'SE',
  name: 'Sweden',
  adjective: 'Swedish',
  rules: () => [
    {
      id: 'SE.ORGNR',
      label: 'organisationsnummer',
      name: 'Organization number',
      localName: 'Organisationsnummer',
      names: ['Organisationsnr', 'Org.-nr', 'Org.-no', 'Corporate ID', 'Company registration', 'Company'],
      noun: 'organization number',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      forms: [
        { pattern: 'dddddddddd', mask: '######-####' },
        // The tax office's files use 16 as the century.
        { pattern: '16dddddddddd', mask: '######-####', canonical: (text) => text.slice(2) },
      ],
      verify: (n) => {
        if (isZeros(n, 0, 9)) return allZeros
        if (n.startsWith('0')) return noGroup
        return digit(n, 2) < 2 ? noEntity : luhn10(n)
      },
      facts: (n) => {
        const legalForm = legalForms[n.charAt(0)]
        return legalForm === undefined ? undefined : { legalForm }
      },
    },
    {
      id: 'SE.VAT',
      label: 'momsnummer',
      name: 'VAT registration number',
      localName: 'Momsregistreringsnummer',
      names: ['Momsreg.nr'],
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['SE'],
      // Skatteverket: the organization or personal number and 01.
      forms: [{ pattern: 'dddddddddd01' }],
      verify: luhn10,
    },
    {
      id: 'SE.PNR',
      label: 'personnummer',
      name: 'Personal identity or coordination number',
      localName: 'Personnummer / Samordningsnummer',
      names: ['Personnr', 'Pers.-nr'],
      noun: 'personal identity number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { c: '12' },
      forms: [
        { pattern: 'dddddddddd', mask: '######-####' },
        { pattern: 'dddddd+dddd' },
        { pattern: 'cddddddddddd', mask: '########-####' },
        {
          pattern: 'cddddddd+dddd',
          mask: '########-####',
          canonical: (text) => text.replace('+', ''),
        },
      ],
      verify: personnummer,
      facts: (n) => {
        const birth = read(n)
        return {
          kind: birth.coordination ? 'coordination number' : 'personal identity number',
          ...(!isPartial(birth) && { birthDate: isoDate(birth.year, birth.month, birth.day) }),
          sex: digit(birth.digits, 8) % 2 === 1 ? 'male' : 'female',
        }
      },
      changes: [
        {
          date: '2000-01-01',
          text: "People who don't live in Sweden receive coordination numbers, with 60 added to the day.",
        },
      ],
    },
    eori('SE'),
  ],
}
