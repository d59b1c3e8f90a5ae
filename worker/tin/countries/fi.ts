import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, expectText, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart, neverIssued } from '../country-rule.ts'

const weights = [7, 9, 10, 5, 8, 4, 2]
const checkLetters = '0123456789ABCDEFHJKLMNPRSTUVWXY'
const noSerial = neverIssued(
  'The three digits after the century sign run from 002 to 899. Others are temporary or for tests.',
)
const wrongDate = invalidPart(
  "The first six digits and the century sign aren't a valid date of birth (day, month, year).",
)

// Tax Administration (Vero) and PRH: a remainder of 1 has no check digit.
function businessId(n: string): Fault | undefined {
  return isZeros(n, 0, 7) ? allZeros : expectDigit(n, 7, (11 - (weightedSum(n, weights) % 11)) % 11)
}

/** The sign between date and serial number: + for the 1800s, - Y X W V U for the 1900s, A to F for the 2000s. */
function birthYear(n: string): string {
  const sign = n.charAt(6)
  return (sign === '+' ? '18' : sign >= 'A' && sign <= 'F' ? '20' : '19') + n.slice(4, 6)
}

// Government decree 128/2010 and the Digital and Population Data Services Agency (DVV).
function personalCode(n: string): Fault | undefined {
  if (number(n, 7, 10) < 2 || number(n, 7, 10) > 899) return noSerial
  if (!isDate(Number(birthYear(n)), number(n, 2, 4), number(n, 0, 2))) return wrongDate
  return expectText(n, 10, checkLetters.charAt((number(n, 0, 6) * 1000 + number(n, 7, 10)) % 31))
}

export const fi: CountryRule = {
  code: 'FI',
  name: 'Finland',
  adjective: 'Finnish',
  rules: () => [
    {
      id: 'FI.YTUNNUS',
      label: 'Y-tunnus',
      name: 'Business ID',
      localName: 'Y-tunnus / FO-nummer',
      names: ['Company registration', 'Company'],
      noun: 'business ID',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      forms: [
        { pattern: 'dddddddd', mask: '#######-#' },
        {
          pattern: 'ydddddd',
          mask: '#######-#',
          zeros: 1,
          old: 'Old business IDs had six digits before the dash; today they are written with a leading zero.',
        },
      ],
      verify: businessId,
    },
    {
      id: 'FI.ALV',
      label: 'ALV-numero',
      name: 'VAT identification number',
      localName: 'Arvonlisäveronumero / Momsnummer',
      names: ['ALV-nro', 'ALV-tunnus'],
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['FI'],
      forms: [{ pattern: 'dddddddd' }],
      verify: businessId,
    },
    {
      id: 'FI.HETU',
      name: 'Personal identity code',
      localName: 'Henkilötunnus / Personbeteckning',
      noun: 'personal identity code',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { s: '-+YXWVUABCDEF', c: checkLetters },
      forms: [
        { pattern: 'ddddddsdddc' },
        { pattern: 'dddddddddc', canonical: (text) => `${text.slice(0, 6)}-${text.slice(6)}` },
      ],
      verify: personalCode,
      facts: (n) => ({
        birthDate: isoDate(birthYear(n), number(n, 2, 4), number(n, 0, 2)),
        sex: digit(n, 9) % 2 === 1 ? 'male' : 'female',
      }),
      changes: [
        {
          date: '2023-01-01',
          text: 'Y, X, W, V and U can replace the dash, and B, C, D, E and F the A. The first such code was issued in December 2023.',
        },
      ],
    },
    eori('FI'),
  ],
}
