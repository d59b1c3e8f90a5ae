import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, formsOfLengths, invalidPart, type Warning } from '../country-rule.ts'

const weights = [3, 2, 7, 6, 5, 4, 3, 2]
const wrongCentury = invalidPart('The last digit is the century and must be 8, 9 or 0.')
const wrongDate = invalidPart(
  "The first six digits aren't a valid date (day, month, year; 40 is added to the day for companies and other bodies).",
)

const checkDigit = (n: string) => (11 - (weightedSum(n, weights) % 11)) % 11
const isSystemId = (n: string) => digit(n, 0) > 7
const isEntity = (n: string) => digit(n, 0) > 3 && digit(n, 0) < 8
const dayOf = (n: string) => number(n, 0, 2) - (isEntity(n) ? 40 : 0)

function yearOf(n: string): string {
  const century = digit(n, 9)
  return (century === 0 ? '20' : century === 9 ? '19' : '18') + n.slice(4, 6)
}

// Þjóðskrá (Registers Iceland): system IDs begin with 8 or 9 and are random; people's numbers need not pass
// the check since 2026.
function kennitala(n: string): Fault | undefined {
  if (isSystemId(n)) return undefined
  if (!'890'.includes(n.charAt(9))) return wrongCentury
  if (!isDate(Number(yearOf(n)), number(n, 2, 4), dayOf(n))) return wrongDate
  return isEntity(n) ? expectDigit(n, 8, checkDigit(n)) : undefined
}

function kennitalaWarning(n: string): Warning | undefined {
  if (isEntity(n) || (!isSystemId(n) && digit(n, 8) === checkDigit(n))) return undefined
  return {
    code: 'CHECKSUM_NOT_VERIFIABLE',
    message: isSystemId(n)
      ? 'System IDs, which begin with 8 or 9, have no check digit.'
      : "The check digit doesn't match. Personal numbers have been issued without one since February 18, 2026.",
  }
}

export const is: CountryRule = {
  code: 'IS',
  name: 'Iceland',
  adjective: 'Icelandic',
  rules: () => [
    {
      id: 'IS.KT',
      label: 'kennitala',
      name: 'Identification number',
      localName: 'Kennitala',
      kinds: ['tin', 'person', 'business'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'dddddddddd', mask: '######-####' }],
      verify: kennitala,
      warn: kennitalaWarning,
      facts: (n) => {
        if (isSystemId(n)) return { kind: 'person with a system ID' }
        const date = isoDate(yearOf(n), number(n, 2, 4), dayOf(n))
        return isEntity(n) ? { kind: 'entity', foundingDate: date } : { kind: 'person', birthDate: date }
      },
      changes: [
        { date: '2021-11-01', text: 'System IDs begin with 8 or 9 and have neither date nor check digit.' },
        { date: '2026-02-18', text: 'Personal numbers are issued without a check digit.' },
      ],
    },
    {
      id: 'IS.VSK',
      label: 'VSK-númer',
      name: 'VAT number',
      localName: 'Virðisaukaskattsnúmer',
      noun: 'VAT number',
      kinds: ['vat'],
      prefixes: ['IS'],
      forms: formsOfLengths('d', 5, 6),
    },
  ],
}
