import { zeros } from '../checks/digits.ts'
import { weighted } from '../checks/weighted.ts'
import { allZeros, type CountryRule } from '../rule.ts'

const weights = [1, 6, 3, 7, 9]

/** No rule is published, but all numbers known to begin with 1100 keep to this one. */
function checkCharacter(n: string): string {
  return '0123456789X'.charAt((weighted(n, weights, 4) + 1) % 11)
}

export const om: CountryRule = {
  code: 'OM',
  name: 'Oman',
  adjective: 'Omani',
  rules: () => [
    {
      id: 'OM.VATIN',
      label: 'VATIN',
      name: 'VAT identification number',
      localName: 'رقم التعريف الضريبي لضريبة القيمة المضافة',
      holder: 'any',
      check: 'checksum',
      prefixes: ['OM'],
      sets: { k: '0123456789X' },
      // OECD, AEOI page on TINs: twelve characters.
      forms: [{ pattern: '1ddddddddk' }],
      verify: (n) => (zeros(n, 2, 9) ? allZeros : undefined),
      warn: (n) => {
        if (!n.startsWith('1100')) {
          return {
            code: 'CHECKSUM_NOT_VERIFIABLE',
            message: 'Only numbers that begin with OM1100 have a check character that is known.',
          }
        }
        if (n.endsWith(checkCharacter(n))) return undefined
        return {
          code: 'CHECKSUM_MISMATCH_TOLERATED',
          message:
            'The last character does not fit the rest. Oman publishes no rule for it, so look at the number once more.',
        }
      },
      changes: [{ date: '2021-04-16', text: 'Oman introduced VAT and gave out the first VATINs.' }],
    },
  ],
}
