import { expectDigit, isZeros, number } from '../checks/digits.ts'
import { ean13, weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const primary = [3, 2, 7, 6, 5, 4, 3, 2]
const secondary = [7, 4, 3, 2, 5, 2, 7, 6]
const outside = invalidPart('The number is outside the range of IRD numbers that Inland Revenue issues.')

const remainder = (base: string, weights: readonly number[]) => (11 - (weightedSum(base, weights) % 11)) % 11

// Inland Revenue, RWT and NRWT specification: range and modulus 11. It ends the range at 150 million, as
// what was to be reached in ten years from 2016, so that more room is left here.
function ird(n: string): Fault | undefined {
  const value = number(n, 0, n.length)
  if (value <= 10_000_000 || value >= 200_000_000) return outside
  const base = n.slice(0, -1).padStart(8, '0')
  const first = remainder(base, primary)
  return expectDigit(n, n.length - 1, first < 10 ? first : remainder(base, secondary))
}

export const nz: CountryRule = {
  code: 'NZ',
  name: 'New Zealand',
  adjective: 'New Zealand',
  rules: () => [
    {
      id: 'NZ.IRD',
      name: 'Inland Revenue and GST number',
      localName: 'Tau IRD',
      noun: 'IRD number',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [
        { pattern: 'dddddddd', mask: '##-###-###' },
        { pattern: '0dddddddd', mask: '##-###-###', canonical: (text) => text.slice(1) },
        { pattern: 'ddddddddd', mask: '###-###-###' },
      ],
      verify: ird,
    },
    {
      id: 'NZ.NZBN',
      name: 'New Zealand Business Number',
      noun: 'Business Number',
      kinds: ['business'],
      check: 'checksum',
      forms: [{ pattern: '94ddddddddddd' }],
      // MBIE and GS1 New Zealand: the NZBN is a Global Location Number, under the country's GS1 prefixes 940 to 949.
      verify: (n) => (isZeros(n, 2, 12) ? allZeros : ean13(n)),
    },
  ],
}
