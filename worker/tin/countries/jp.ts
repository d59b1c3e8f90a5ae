import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

const corporateWeights = [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]
const myNumberWeights = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Ministry of Finance ordinance no. 70 of 2014: the check digit before the twelve digits from `from`. */
function corporateCheck(n: string, from: number): number {
  return 9 - (weightedSum(n, corporateWeights, from) % 9)
}

/** Ministry of Internal Affairs ordinance no. 85 of 2014. */
function myNumberCheck(n: string): number {
  const rest = weightedSum(n, myNumberWeights) % 11
  return rest < 2 ? 0 : 11 - rest
}

export const jp: CountryRule = {
  code: 'JP',
  name: 'Japan',
  adjective: 'Japanese',
  labels: ['インボイス登録番号', 'インボイス番号', 'マイナンバー'],
  rules: () => [
    {
      id: 'JP.CN',
      label: '法人番号',
      name: 'Corporate Number',
      localName: '法人番号',
      noun: 'corporate number',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddddddd' }],
      verify: (n) => (isZeros(n, 1, 13) ? allZeros : expectDigit(n, 0, corporateCheck(n, 1))),
      changes: [{ date: '2015-10-05', text: 'The National Tax Agency began to issue corporate numbers.' }],
    },
    {
      id: 'JP.T',
      label: '登録番号',
      name: 'Qualified invoice issuer registration number',
      localName: '適格請求書発行事業者登録番号',
      noun: 'invoice registration number',
      kinds: ['vat'],
      check: 'checksum',
      forms: [{ pattern: 'Tddddddddddddd' }],
      // National Tax Agency: T and the corporate number, or for others thirteen digits that are no corporate number.
      verify: (n) => (isZeros(n, 2, 14) ? allZeros : undefined),
      warn: (n) =>
        digit(n, 1) === corporateCheck(n, 2)
          ? undefined
          : {
              code: 'CHECKSUM_MISMATCH_TOLERATED',
              message:
                "The digits aren't a corporate number, so this can't be a company. No check is published for the numbers of sole traders and unincorporated bodies.",
            },
      changes: [
        { date: '2023-10-01', text: 'VAT on an invoice is deductible only if the invoice shows the number.' },
      ],
    },
    {
      id: 'JP.MYNUMBER',
      label: '個人番号',
      name: 'Individual Number',
      localName: '個人番号 (マイナンバー)',
      noun: 'My Number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddddd', mask: '#### #### ####' }],
      verify: (n) => expectDigit(n, 11, myNumberCheck(n)),
      changes: [{ date: '2015-10-05', text: 'Individual Numbers were assigned to all residents.' }],
    },
  ],
}
