import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, expectText, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const wrongDate = invalidPart("The first eight digits aren't a valid date of birth (year, month, day).")
const entityWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** The product of two symmetries of the pentagon: turns are 0 to 4, mirrorings 5 to 9. */
function product(a: number, b: number): number {
  const turn = (a < 5 ? a + b : a - b + 10) % 5
  return a < 5 === b < 5 ? turn : turn + 5
}

/** Verhoeff's check digit for the first `length` digits. */
function verhoeffDigit(n: string, length: number): number {
  let state = 0
  for (let i = length - 1; i >= 0; i--) {
    let value = digit(n, i)
    for (let times = (length - i) % 8; times > 0; times--) value = permutation[value] ?? 0
    state = product(state, value)
  }
  return state < 5 ? (5 - state) % 5 : state
}

// Law of 19 June 2013 and the EU's TIN algorithms: Luhn, then Verhoeff, each over the first eleven digits.
// Unknown months and days are 00 (grand-ducal regulation of 21 December 1987).
function matricule(n: string): Fault | undefined {
  const [year, month, day] = [number(n, 0, 4), number(n, 4, 6), number(n, 6, 8)]
  const known = isDate(year, month, day) || (day === 0 && month <= 12)
  if (year < 1800 || year > 2099 || !known) return wrongDate
  return expectText(n, 11, `${luhnDigit(n, 0, 11)}${verhoeffDigit(n, 11)}`)
}

export const lu: CountryRule = {
  code: 'LU',
  name: 'Luxembourg',
  adjective: 'Luxembourg',
  rules: () => [
    {
      id: 'LU.TVA',
      label: 'n° TVA',
      name: 'VAT identification number',
      localName: 'Numéro d’identification à la TVA',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['LU'],
      forms: [{ pattern: 'dddddddd' }],
      // VIES, "VAT number construction rules".
      verify: (n) =>
        isZeros(n, 0, 6) ? allZeros : expectText(n, 6, String(number(n, 0, 6) % 89).padStart(2, '0')),
    },
    {
      id: 'LU.MATRICULE',
      label: 'Matricule',
      name: 'National identification number',
      localName: 'Numéro d’identification national',
      noun: 'matricule',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd' }],
      verify: matricule,
      facts: (n) => {
        const [year, day] = [n.slice(0, 4), number(n, 6, 8)]
        return day === 0 ? { birthYear: year } : { birthDate: isoDate(year, number(n, 4, 6), day) }
      },
    },
    {
      id: 'LU.ENTITYID',
      label: 'Identifiant national',
      name: 'National identifier of legal persons',
      localName: 'Numéro d’identité des personnes morales',
      noun: 'national identifier',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddd' }],
      // OECD, TIN sheet of Luxembourg: modulus 11, numbers with a remainder of 1 are not issued.
      verify: (n) =>
        isZeros(n, 0, 10) ? allZeros : expectDigit(n, 10, (11 - (weightedSum(n, entityWeights) % 11)) % 11),
    },
    eori('LU'),
  ],
}
