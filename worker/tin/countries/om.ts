import { expectText, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, formsOfLengths } from '../country-rule.ts'

const weights = [1, 6, 3, 7, 9]

/** No rule is published, but all known numbers that begin with 1100 follow this one. */
function checkCharacter(n: string): string {
  return '0123456789X'.charAt((weightedSum(n, weights, 4) + 1) % 11)
}

export const om: CountryRule = {
  code: 'OM',
  name: 'Oman',
  adjective: 'Omani',
  rules: () => [
    {
      id: 'OM.VATIN',
      name: 'VAT identification number',
      localName: 'رقم التعريف الضريبي لضريبة القيمة المضافة',
      kinds: ['vat', 'tin'],
      check: 'checksum',
      prefixes: ['OM'],
      sets: { k: '0123456789X' },
      // OECD, AEOI page on TINs: twelve characters.
      forms: [{ pattern: '1ddddddddk' }],
      verify: (n) => {
        if (isZeros(n, 2, 9)) return allZeros
        return n.startsWith('1100') ? expectText(n, 9, checkCharacter(n)) : undefined
      },
      warn: (n) =>
        n.startsWith('1100')
          ? undefined
          : {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: 'The check character is known only for numbers that begin with OM1100.',
            },
      changes: [{ date: '2021-04-16', text: 'Oman introduced VAT and issued the first VATINs.' }],
    },
    {
      id: 'OM.TIN',
      name: 'Tax identification number',
      localName: 'الرقم الضريبي',
      holder: 'company',
      // OECD, TIN sheet of Oman: a running number, so far with up to seven digits.
      forms: formsOfLengths('d', 1, 7),
    },
  ],
}
