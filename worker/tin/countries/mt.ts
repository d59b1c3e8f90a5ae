import { expectText, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

const weights = [3, 4, 6, 7, 8, 9]

export const mt: CountryRule = {
  code: 'MT',
  name: 'Malta',
  adjective: 'Maltese',
  rules: () => [
    {
      id: 'MT.VAT',
      label: 'VAT No.',
      name: 'VAT registration number',
      localName: 'Numru tal-VAT',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['MT'],
      sets: { f: '123456789' },
      forms: [{ pattern: 'fddddddd' }],
      // VIES, "VAT number construction rules": 37 less the remainder, so 01 to 37.
      verify: (n) => expectText(n, 6, String(37 - (weightedSum(n, weights) % 37)).padStart(2, '0')),
    },
    {
      id: 'MT.TIN',
      name: 'Identity card number or taxpayer reference number',
      localName: 'Numru tal-karta tal-identità',
      sets: { l: 'ABGHLMPZ' },
      // OECD AEOI page: the card's leading zeros can be omitted; nine digits for foreigners and companies.
      forms: [
        { pattern: 'dddddddl' },
        ...[2, 3, 4, 5].map((digits) => ({ pattern: `y${'d'.repeat(digits)}l`, zeros: 6 - digits })),
        { pattern: 'ddddddddd' },
      ],
      verify: (n) => (isZeros(n, 0, 7) ? allZeros : undefined),
    },
    eori('MT'),
  ],
}
