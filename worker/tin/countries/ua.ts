import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { twoRounds, weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'

const ascending = [1, 2, 3, 4, 5, 6, 7]
const turned = [7, 1, 2, 3, 4, 5, 6]
const personWeights = [10, 5, 7, 9, 4, 6, 10, 5, 7]

// State Statistics Service, Regulation on the register (ЄДРПОУ): codes from 30000000 to 60000000 have rotated
// weights. All weights grow by two if the first remainder is 10.
function edrpou(n: string): Fault | undefined {
  const weights = digit(n, 0) > 2 && digit(n, 0) < 6 ? turned : ascending
  const greater = weights.map((weight) => weight + 2)
  return expectDigit(n, 7, twoRounds(n, weights, greater) % 10)
}

/** The first five digits count the days, with 1 for 1 January 1900. */
function birthDate(days: number): string {
  return new Date(Date.UTC(1899, 11, 31 + days)).toISOString().slice(0, 10)
}

export const ua: CountryRule = {
  code: 'UA',
  name: 'Ukraine',
  adjective: 'Ukrainian',
  labels: ['код', 'ІНН', 'INN', 'ИНН', 'Ідентифікаційний код'],
  rules: () => [
    {
      id: 'UA.EDRPOU',
      label: 'ЄДРПОУ',
      name: 'Register code of enterprises and organizations',
      localName: 'Код Єдиного державного реєстру підприємств та організацій України',
      names: ['код за ЄДРПОУ', 'ЕДРПОУ', 'USREOU'],
      noun: 'EDRPOU code',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'dddddddd' }],
      verify: edrpou,
    },
    {
      id: 'UA.RNTRC',
      label: 'РНОКПП',
      name: "Registration number of the taxpayer's account card",
      localName: 'Реєстраційний номер облікової картки платника податків',
      noun: 'RNTRC',
      holder: 'person',
      // Ministry of Finance, order 1130 of 2014: entrepreneurs are registered for VAT under it.
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddd' }],
      // State Tax Service, register of natural persons.
      verify: (n) =>
        isZeros(n, 0, 9) ? allZeros : expectDigit(n, 9, (weightedSum(n, personWeights) % 11) % 10),
      facts: (n) => {
        const days = number(n, 0, 5)
        return {
          ...(days > 0 && { birthDate: birthDate(days) }),
          sex: digit(n, 8) % 2 === 1 ? 'male' : 'female',
        }
      },
    },
    {
      id: 'UA.IPN',
      label: 'ІПН',
      name: "VAT payer's individual tax number",
      localName: 'Індивідуальний податковий номер платника ПДВ',
      noun: 'VAT number',
      kinds: ['vat'],
      basis: 'secondary',
      // Seven digits of the ЄДРПОУ code without its check digit, region, district, and a digit whose rule is
      // not published.
      forms: [{ pattern: 'dddddddddddd' }],
    },
  ],
}
