import { base36, expectText, isZeros, number } from '../checks/digits.ts'
import { luhn36 } from '../checks/luhn.ts'
import { type CountryRule, type Fault, invalidPart, neverIssued } from '../country-rule.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const holders: Readonly<Record<string, string>> = {
  A: 'association of persons',
  B: 'body of individuals',
  C: 'company',
  E: 'limited liability partnership',
  F: 'firm',
  G: 'government',
  H: 'Hindu undivided family',
  J: 'artificial juridical person',
  K: 'trust (Krish)',
  L: 'local authority',
  P: 'individual',
  T: 'trust',
}

// Census of India codes as GSTN uses them; 25 was merged into 26 in 2020, 28 and 37 are both Andhra Pradesh.
const states =
  'Jammu and Kashmir|Himachal Pradesh|Punjab|Chandigarh|Uttarakhand|Haryana|Delhi|Rajasthan|Uttar Pradesh|Bihar|Sikkim|Arunachal Pradesh|Nagaland|Manipur|Mizoram|Tripura|Meghalaya|Assam|West Bengal|Jharkhand|Odisha|Chhattisgarh|Madhya Pradesh|Gujarat|Daman and Diu|Dadra and Nagar Haveli and Daman and Diu|Maharashtra|Andhra Pradesh|Karnataka|Goa|Lakshadweep|Kerala|Tamil Nadu|Puducherry|Andaman and Nicobar Islands|Telangana|Andhra Pradesh|Ladakh'

function stateOf(code: number): string | undefined {
  if (code === 97) return 'Other territory'
  if (code === 99) return 'Centre'
  return states.split('|')[code - 1]
}

const noState = invalidPart("The first two digits aren't the code of an Indian state.")
const noHolder = invalidPart(
  'The fourth letter of a PAN is the type of holder: A, B, C, E, F, G, H, J, K, L, P or T.',
)
const noHolderInside = invalidPart(
  "Character 6, the fourth letter of the embedded PAN, isn't a type of holder.",
)
const noSerial = neverIssued("The serial number in a PAN can't be 0000.")

// Numbers of UN bodies and embassies (UN, ON), non-residents (NR) and online services (OS).
const special = ['UN', 'ON', 'NR', 'OS']
const isSpecial = (n: string) => special.includes(n.slice(12, 14)) && base36(n, 2) < 10

// CGST Rules 2017, rule 10; the last character is Luhn over 36 characters.
function gstin(n: string): Fault | undefined {
  const state = number(n, 0, 2)
  if (state === 0 || (state > 38 && state !== 97 && state !== 99)) return noState
  if (isSpecial(n)) return undefined
  if (n.charAt(13) === 'Z' && base36(n, 6) > 9) {
    if (holders[n.charAt(5)] === undefined) return noHolderInside
    if (isZeros(n, 7, 11)) return noSerial
  }
  return expectText(n, 14, alphabet.charAt(luhn36(n, 14)))
}

export const india: CountryRule = {
  code: 'IN',
  name: 'India',
  adjective: 'Indian',
  labels: ['GSTN', 'UIN'],
  rules: () => [
    {
      id: 'IN.GSTIN',
      name: 'Goods and Services Tax identification number',
      kinds: ['vat', 'tin'],
      check: 'checksum',
      sets: { e: '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', z: 'ZCD', u: 'UO' },
      changes: [
        {
          date: '2017-07-01',
          text: 'GSTINs replaced the VAT and service tax numbers of the states and the union.',
        },
      ],
      forms: [
        { pattern: 'ddaaaaaddddaezx' },
        { pattern: 'ddaaaadddddaezx' },
        { pattern: 'ddaaaadddddadZd' },
        { pattern: 'ddddaaadddddNRx' },
        { pattern: 'ddddaaadddddOSx' },
        { pattern: 'ddddaaaddddduNx' },
      ],
      verify: gstin,
      warn: (n) =>
        isSpecial(n) && base36(n, 14) !== luhn36(n, 14)
          ? {
              code: 'CHECKSUM_MISMATCH_TOLERATED',
              message:
                "The check character doesn't match, but no check is published for the numbers of UN bodies, embassies, non-residents and online services.",
            }
          : undefined,
      facts: (n) => {
        const state = stateOf(number(n, 0, 2)) ?? ''
        if (isSpecial(n)) {
          const kinds = [
            'UN body',
            'embassy or other notified body',
            'non-resident',
            'online service from abroad',
          ]
          return { state, kind: kinds[special.indexOf(n.slice(12, 14))] ?? '' }
        }
        if (n.charAt(13) === 'D' || n.charAt(13) === 'C') {
          return { state, kind: n.charAt(13) === 'D' ? 'tax deductor' : 'tax collector' }
        }
        const kind = base36(n, 6) > 9 ? holders[n.charAt(5)] : undefined
        return { state, ...(kind !== undefined && { kind, pan: n.slice(2, 12) }) }
      },
    },
    {
      id: 'IN.PAN',
      name: 'Permanent Account Number',
      check: 'structure',
      forms: [{ pattern: 'aaaaadddda' }],
      // Income-tax Act 1961, s. 139A, and the Income Tax Department's page on PAN.
      verify: (n) => {
        if (holders[n.charAt(3)] === undefined) return noHolder
        return isZeros(n, 5, 9) ? noSerial : undefined
      },
      warn: () => ({
        code: 'CHECKSUM_NOT_VERIFIABLE',
        message: "The last letter of a PAN is a check letter whose rule isn't published.",
      }),
      facts: (n) => ({ kind: holders[n.charAt(3)] ?? '' }),
    },
    {
      id: 'IN.TAN',
      name: 'Tax Deduction and Collection Account Number',
      // It could also be a PAN with a mistake.
      onRequest: true,
      // Income-tax Act 1961, s. 203A: four letters for place and name, five digits, a letter.
      forms: [{ pattern: 'aaaaddddda' }],
    },
  ],
}
