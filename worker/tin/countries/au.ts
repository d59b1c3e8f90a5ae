import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const acnWeights = [8, 7, 6, 5, 4, 3, 2, 1]
const tfnWeights = [1, 4, 3, 7, 5, 8, 6, 9]
const oldTfnWeights = [10, 7, 8, 4, 6, 3, 5, 1]

// Australian Business Register: one is taken from the first digit; divisible by 89.
function abn(n: string): Fault | undefined {
  const rest = (weightedSum(n, abnWeights) - 10) % 89
  if (rest === 0) return undefined
  const lead = digit(n, 0) * 10 + digit(n, 1)
  for (let pair = 10; pair < 100; pair++) {
    const change = (Math.floor(pair / 10) - Math.floor(lead / 10)) * 10 + (pair % 10) - (lead % 10)
    if ((rest + change) % 89 === 0) return { code: 'INVALID_CHECKSUM', at: 0, expected: String(pair) }
  }
  return { code: 'INVALID_CHECKSUM', at: 0, expected: '' }
}

// ATO: weighted sum divisible by 11. Two sets of weights are published for the old eight digits.
function tfn(n: string): Fault | undefined {
  const sum = weightedSum(n, tfnWeights)
  if (n.length === 9) return expectDigit(n, 8, sum % 11)
  if (sum % 11 === 0 || weightedSum(n, oldTfnWeights) % 11 === 0) return undefined
  return { code: 'INVALID_CHECKSUM', at: 7, expected: '' }
}

// ASIC, "Australian Company Number (ACN) digit check": weights 8 to 1, modulo 10.
function acn(n: string): Fault | undefined {
  return isZeros(n, 0, 8) ? allZeros : expectDigit(n, 8, (10 - (weightedSum(n, acnWeights) % 10)) % 10)
}

export const au: CountryRule = {
  code: 'AU',
  name: 'Australia',
  adjective: 'Australian',
  rules: () => [
    {
      id: 'AU.ABN',
      name: 'Australian Business Number',
      kinds: ['business', 'tin', 'vat'],
      check: 'checksum',
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddddd', mask: '## ### ### ###' }],
      verify: abn,
    },
    {
      id: 'AU.TFN',
      name: 'Tax File Number',
      check: 'checksum',
      forms: [
        { pattern: 'ddddddddd', mask: '### ### ###' },
        {
          pattern: 'dddddddd',
          mask: '## ### ###',
          old: 'TFNs with eight digits are no longer issued but remain valid.',
        },
      ],
      verify: tfn,
    },
    {
      id: 'AU.ARN',
      name: 'ATO Reference Number',
      kinds: ['vat'],
      forms: [{ pattern: 'dddddddddddd', mask: '#### #### ####' }],
    },
    {
      id: 'AU.ACN',
      name: 'Australian Company Number',
      holder: 'company',
      kinds: ['business'],
      onRequest: true,
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd', mask: '### ### ###' }],
      verify: acn,
    },
    {
      id: 'AU.WPN',
      name: 'Withholding payer number',
      // Its digits could also be a TFN's with a mistake.
      onRequest: true,
      basis: 'secondary',
      // ATO, "Employer with no entitlement to an ABN", as a super fund repeats it: eight or nine digits.
      forms: [{ pattern: 'ddddddddd' }, { pattern: 'dddddddd' }],
    },
  ],
}
