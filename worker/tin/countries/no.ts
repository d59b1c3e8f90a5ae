import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, expectText, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const orgWeights = [3, 2, 7, 6, 5, 4, 3, 2]
const firstWeights = [3, 7, 6, 1, 8, 9, 4, 5, 2]
const secondWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3]
const wrongDate = invalidPart(
  "The first six digits aren't a valid date of birth (day, month, year; 40 is added to the day in D-numbers).",
)
const wrongSerial = invalidPart("Digits 7 to 9 aren't issued to people born in that year.")

const complement = (sum: number) => (11 - (sum % 11)) % 11

// Brønnøysundregistrene: modulus 11, numbers with a remainder of 1 are not issued.
function orgnr(n: string): Fault | undefined {
  return expectDigit(n, 8, complement(weightedSum(n, orgWeights)))
}

/** Folkeregisterforskriften: the century follows from the year and the next three digits. */
function birthYear(n: string): number | undefined {
  const [year, serial] = [number(n, 4, 6), number(n, 6, 9)]
  if (serial < 500) return 1900 + year
  if (year < 40) return 2000 + year
  if (serial < 750 && year >= 54) return 1800 + year
  return serial >= 900 ? 1900 + year : undefined
}

const isDNumber = (n: string) => digit(n, 0) > 3
const dayOf = (n: string) => number(n, 0, 2) - (isDNumber(n) ? 40 : 0)

/** Folkeregisterforskriften: since 2032, the first weighted sum may leave a remainder of 0 to 3. */
function passesNewRule(n: string): boolean {
  const first = weightedSum(n, [...firstWeights, 1]) % 11
  return first < 4 && weightedSum(n, [...secondWeights, 2, 1]) % 11 === 0
}

function checkDigits(n: string): Fault | undefined {
  const first = complement(weightedSum(n, firstWeights))
  if (first > 9) return expectDigit(n, 9, first)
  const second = complement(weightedSum(n, secondWeights) + first * 2)
  return second > 9 ? expectDigit(n, 10, second) : expectText(n, 9, `${first}${second}`)
}

// Skatteetaten, which also issues D-numbers. Hospitals' H-numbers and test numbers are not tax IDs.
function nationalNumber(n: string, today: string): Fault | undefined {
  const year = birthYear(n)
  if (!isDate(year ?? number(n, 4, 6), number(n, 2, 4), dayOf(n))) return wrongDate
  if (year === undefined) return wrongSerial
  return today >= '2032' && passesNewRule(n) ? undefined : checkDigits(n)
}

export const no: CountryRule = {
  code: 'NO',
  name: 'Norway',
  adjective: 'Norwegian',
  labels: ['Foretaksregisteret'],
  rules: () => [
    {
      id: 'NO.ORGNR',
      label: 'organisasjonsnummer',
      name: 'Organization number',
      localName: 'Organisasjonsnummer',
      names: ['Organisasjonsnr', 'Org.-nr', 'Org.-no', 'Company registration', 'Company'],
      noun: 'organization number',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      prefixes: ['NO'],
      sets: { f: '89' },
      forms: [{ pattern: 'fdddddddd', mask: '### ### ###' }],
      verify: orgnr,
    },
    {
      id: 'NO.MVA',
      name: 'VAT registration number or VOEC number',
      localName: 'MVA-nummer / VOEC-nummer',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['NO', 'VOEC'],
      sets: { f: '89' },
      forms: [
        { pattern: 'fddddddddMVA', mask: 'NO ### ### ### ###' },
        { pattern: 'ddddddd', mask: 'VOEC #######' },
      ],
      // Bokføringsforskriften § 5-1-2: the organization number and MVA.
      verify: (n) => (n.length === 7 ? undefined : orgnr(n)),
      warn: (n) =>
        n.length === 7
          ? { code: 'CHECKSUM_NOT_VERIFIABLE', message: 'VOEC numbers have no published check digit.' }
          : undefined,
      facts: (n) => (n.length === 7 ? { kind: 'foreign online seller (VOEC)' } : undefined),
    },
    {
      id: 'NO.FNR',
      label: 'fødselsnummer',
      name: 'National identity number or D-number',
      localName: 'Fødselsnummer / D-nummer',
      names: ['Personnummer'],
      noun: 'national identity number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'ddddddddddd', mask: '###### #####' }],
      verify: nationalNumber,
      facts: (n) => {
        const year = String(birthYear(n) ?? '')
        const sex = digit(n, 8) % 2 === 1 ? 'male' : 'female'
        // Day and month of a D-number may be those of its registration.
        if (isDNumber(n)) return { kind: 'D-number', birthYear: year, sex }
        return { kind: 'national identity number', birthDate: isoDate(year, number(n, 2, 4), dayOf(n)), sex }
      },
      changes: [
        {
          date: '2032-01-01',
          text: "New numbers will pass the first check digit's test with four remainders instead of one, and will no longer contain the sex.",
        },
      ],
    },
  ],
}
