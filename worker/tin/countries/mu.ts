import { isDate, isoDate } from '../checks/date.ts'
import { base36, expectText, number } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const weights = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const wrongDate = invalidPart("Characters 2 to 7 aren't a valid date of birth (day, month, year).")

// Mauritius National Identity Scheme: first letter of the surname, date of birth, six digits, check character.
function nid(n: string): Fault | undefined {
  if (!isDate(number(n, 5, 7), number(n, 3, 5), number(n, 1, 3))) return wrongDate
  const sum = 14 * base36(n, 0) + weightedSum(n, weights, 1)
  return expectText(n, 13, '0GFEDCBA987654321'.charAt(sum % 17))
}

export const mu: CountryRule = {
  code: 'MU',
  name: 'Mauritius',
  adjective: 'Mauritian',
  rules: () => [
    {
      id: 'MU.TAN',
      name: 'Tax Account Number',
      check: 'structure',
      // OECD AEOI TIN page of Mauritius: 1, 5, 7 or 8 for individuals, 2 or 3 for entities.
      sets: { t: '123578' },
      forms: [{ pattern: 'tddddddd' }],
      facts: (n) => ({ kind: /^[23]/.test(n) ? 'entity' : 'individual' }),
    },
    {
      id: 'MU.NID',
      name: 'National identity card number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { c: '0123456789ABCDEFG' },
      forms: [{ pattern: 'addddddddddddc' }],
      verify: nid,
      facts: (n) => ({
        birthDate: isoDate(n.slice(5, 7), number(n, 3, 5), number(n, 1, 3)),
      }),
    },
    {
      id: 'MU.VAT',
      name: 'VAT registration number',
      noun: 'VAT number',
      kinds: ['vat'],
      basis: 'secondary',
      forms: [{ pattern: 'VATdddddddd' }],
    },
  ],
}
