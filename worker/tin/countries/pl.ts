import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, invalidPart } from '../country-rule.ts'

const nipWeights = [6, 5, 7, 2, 3, 4, 5, 6, 7]
const peselWeights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]
const wrongDate = invalidPart(
  "The first six digits aren't a valid date of birth (year, month, day; 20 is added to the month from 2000 on).",
)

/** The month includes the century: 20 is added for each century after the 20th, 80 for the 19th. */
function yearOf(n: string): number {
  const turn = Math.floor(number(n, 2, 4) / 20)
  return (turn === 4 ? 1800 : 1900 + turn * 100) + number(n, 0, 2)
}

const monthOf = (n: string) => number(n, 2, 4) % 20

export const pl: CountryRule = {
  code: 'PL',
  name: 'Poland',
  adjective: 'Polish',
  rules: () => [
    {
      id: 'PL.NIP',
      label: 'NIP',
      name: 'Tax and VAT identification number',
      localName: 'Numer identyfikacji podatkowej',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      prefixes: ['PL'],
      sets: { f: '123456789' },
      forms: [{ pattern: 'fddddddddd', mask: '###-###-##-##' }],
      // Act of 13 October 1995 on the registration of taxpayers; numbers with a remainder of 10 are not issued.
      verify: (n) => expectDigit(n, 9, weightedSum(n, nipWeights) % 11),
    },
    {
      id: 'PL.PESEL',
      label: 'PESEL',
      name: 'National identification number',
      localName: 'Powszechny Elektroniczny System Ewidencji Ludności',
      holder: 'person',
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
        birthDate: isoDate(String(yearOf(n)), monthOf(n), number(n, 4, 6)),
        sex: digit(n, 9) % 2 === 1 ? 'male' : 'female',
      }),
      changes: [
        { date: '2011-09-01', text: 'People without a business use it as a tax ID instead of the NIP.' },
      ],
    },
  ],
}
