import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectText, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { modulo } from '../checks/modulo.ts'
import { allZeros, besideRegister, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const wrongDate = invalidPart("The first six digits aren't a valid date of birth (year, month, day).")
const wrongSerial = invalidPart("Digits 7 to 9 can't be 000.")

const pair = (value: number) => String(value).padStart(2, '0')

/** For births since 2000, the check includes a leading 2. Undefined if neither century matches. */
function century(n: string): 1900 | 2000 | undefined {
  const check = number(n, 9, 11)
  if (97 - modulo(n, 0, 9, 97) === check) return 1900
  return 97 - modulo(n, 0, 9, 97, 2) === check ? 2000 : undefined
}

/** Bis numbers add 20 to the month, or 40 if the sex was known. */
function monthOf(n: string): number {
  const month = number(n, 2, 4)
  return month >= 40 ? month - 40 : month >= 20 ? month - 20 : month
}

// Royal decree of 3 April 1984; bis numbers: royal decree of 8 February 1991. Unknown months and days are 00,
// and month 00 can have any day, for when a day's numbers run out.
function nationalNumber(n: string): Fault | undefined {
  const [month, day, serial] = [monthOf(n), number(n, 4, 6), number(n, 6, 9)]
  const known = month === 0 || day === 0 || isDate(number(n, 0, 2), month, day)
  if (!known || month > 12) return wrongDate
  if (serial === 0) return wrongSerial
  if (century(n) !== undefined) return undefined
  const expected = [97 - modulo(n, 0, 9, 97), 97 - modulo(n, 0, 9, 97, 2)].map(pair)
  return { code: 'INVALID_CHECKSUM', at: 9, expected: expected.join(' or ') }
}

export const be: CountryRule = {
  code: 'BE',
  name: 'Belgium',
  adjective: 'Belgian',
  read: besideRegister(String.raw`R\.?P\.?[RM]`),
  labels: ['ON', 'KBO', 'BCE', 'NISS', 'INSZ'],
  rules: () => [
    {
      id: 'BE.VAT',
      label: 'BTW / TVA',
      name: 'Enterprise and VAT number',
      localName: 'Ondernemingsnummer / Numéro d’entreprise',
      names: ['Company registration', 'Company'],
      noun: 'VAT number',
      kinds: ['vat', 'business', 'tin'],
      check: 'checksum',
      prefixes: ['BE'],
      sets: { f: '01' },
      changes: [
        { date: '2005-04', text: 'A leading zero was added to the nine digits.' },
        { date: '2023', text: 'Numbers that begin with 1 are issued because those with 0 ran out.' },
      ],
      forms: [
        { pattern: 'fddddddddd', mask: 'BE ####.###.###' },
        {
          pattern: 'ddddddddd',
          mask: 'BE ####.###.###',
          zeros: 1,
          old: 'Since April 2005, the number has ten digits.',
        },
      ],
      // Royal decree of 24 June 2003; numbers that begin with 1 since 2023: 97 less the remainder.
      verify: (n) => (isZeros(n, 0, 8) ? allZeros : expectText(n, 8, pair(97 - modulo(n, 0, 8, 97)))),
    },
    {
      id: 'BE.NN',
      label: 'NN / RRN',
      name: 'National number or bis number',
      localName: 'Rijksregisternummer / Numéro de registre national',
      noun: 'national number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 3,
      forms: [{ pattern: 'ddddddddddd', mask: '##.##.##-###.##' }],
      verify: nationalNumber,
      facts: (n) => {
        const [rawMonth, month, day] = [number(n, 2, 4), monthOf(n), number(n, 4, 6)]
        const unknownYear = isZeros(n, 0, 5) && day < 2
        const year = String((century(n) ?? 1900) + number(n, 0, 2))
        const sexUnknown = rawMonth >= 20 && rawMonth < 40
        return {
          kind: rawMonth >= 20 ? 'bis number' : 'national number',
          ...(!unknownYear &&
            (month === 0 || day === 0 ? { birthYear: year } : { birthDate: isoDate(year, month, day) })),
          ...(!sexUnknown && { sex: digit(n, 8) % 2 === 1 ? 'male' : 'female' }),
        }
      },
    },
    eori('BE'),
  ],
}
