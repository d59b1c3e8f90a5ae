import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const nipWeights = [6, 5, 7, 2, 3, 4, 5, 6, 7]
const peselWeights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]
const regonWeights = [8, 9, 2, 3, 4, 5, 6, 7]
const longRegonWeights = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]
const wrongDate = invalidPart(
  "The first six digits aren't a valid date of birth (year, month, day; 20 is added to the month from 2000 on).",
)

/** The month includes the century: 20 is added for each century after the 20th, 80 for the 19th. */
function yearOf(n: string): number {
  const turn = Math.floor(number(n, 2, 4) / 20)
  return (turn === 4 ? 1800 : 1900 + turn * 100) + number(n, 0, 2)
}

const monthOf = (n: string) => number(n, 2, 4) % 20

// Regulation on the REGON register (Dz.U. 1999 no. 69 item 763): weights modulo 11, and 10 is written as 0.
function regon(n: string): Fault | undefined {
  if (isZeros(n, 0, 8)) return allZeros
  const short = expectDigit(n, 8, (weightedSum(n, regonWeights) % 11) % 10)
  if (short !== undefined || n.length === 9) return short
  return expectDigit(n, 13, (weightedSum(n, longRegonWeights) % 11) % 10)
}

export const pl: CountryRule = {
  code: 'PL',
  name: 'Poland',
  adjective: 'Polish',
  labels: ['Numer', 'NIP UE', 'NIP EU', 'VAT UE', 'VAT EU'],
  rules: () => [
    {
      id: 'PL.NIP',
      name: 'Tax and VAT identification number',
      localName: 'Numer identyfikacji podatkowej',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      prefixes: ['PL'],
      sets: { f: '123456789' },
      // Companies often write the second layout.
      forms: [
        { pattern: 'fddddddddd', mask: '###-###-##-##' },
        { pattern: 'fddddddddd', mask: '###-##-##-###', unlisted: true },
      ],
      // Act of 13 October 1995 on the registration of taxpayers; numbers with a remainder of 10 are not issued.
      verify: (n) => expectDigit(n, 9, weightedSum(n, nipWeights) % 11),
    },
    {
      id: 'PL.PESEL',
      name: 'National identification number',
      localName: 'Powszechny Elektroniczny System Ewidencji Ludności',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 2,
      forms: [{ pattern: 'ddddddddddd' }],
      // Act of 24 September 2010 on the population register, art. 15.
      verify: (n) => {
        if (!isDate(yearOf(n), monthOf(n), number(n, 4, 6))) return wrongDate
        return expectDigit(n, 10, (10 - (weightedSum(n, peselWeights) % 10)) % 10)
      },
      facts: (n) => ({
        birthDate: isoDate(yearOf(n), monthOf(n), number(n, 4, 6)),
        sex: digit(n, 9) % 2 === 1 ? 'male' : 'female',
      }),
      changes: [
        { date: '2011-09-01', text: 'People without a business use it as a tax ID instead of the NIP.' },
      ],
    },
    eori('PL'),
    {
      id: 'PL.REGON',
      name: 'National business register number',
      localName: 'Rejestr Gospodarki Narodowej',
      holder: 'company',
      kinds: ['business'],
      onRequest: true,
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd' }, { pattern: 'dddddddddddddd' }],
      verify: regon,
      facts: (n) => (n.length === 14 ? { kind: 'local unit' } : undefined),
    },
    {
      id: 'PL.IDWEW',
      label: 'IDWew',
      name: 'Internal ID of a unit in the e-invoicing system KSeF',
      localName: 'Identyfikator wewnętrzny',
      kinds: ['business'],
      onRequest: true,
      check: 'checksum',
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddddddddd', mask: '##########-#####' }],
      // Ministry of Finance, KSeF: the NIP and five digits for the unit.
      verify: (n) => expectDigit(n, 9, weightedSum(n, nipWeights) % 11),
      changes: [{ date: '2026-02-01', text: 'Invoices in KSeF can name a unit by its internal ID.' }],
    },
  ],
}
