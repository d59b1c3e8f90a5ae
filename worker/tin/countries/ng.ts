import { isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule, type Form } from '../country-rule.ts'

const oldTin =
  'The Tax ID replaced the TIN in January 2026. It is the NIN, the RC number or a number with 13 digits.'

/** Corporate Affairs Commission: companies (RC), business names (BN) and incorporated trustees (IT). */
const kinds: Readonly<Record<string, string>> = {
  RC: 'company',
  BN: 'business name',
  IT: 'incorporated trustees',
}

function registered(digits: number): Form[] {
  return Object.keys(kinds).map((letters) => ({
    pattern: letters + 'd'.repeat(digits),
    mask: `## ${'#'.repeat(digits)}`,
  }))
}

function bareCompany(digits: number): Form {
  return { mask: `## ${'#'.repeat(digits)}`, pattern: 'd'.repeat(digits), canonical: (text) => `RC${text}` }
}

export const ng: CountryRule = {
  code: 'NG',
  name: 'Nigeria',
  adjective: 'Nigerian',
  labels: ['FIRS', 'NRS', 'JTB', 'NIN', 'RC No.'],
  rules: () => [
    {
      id: 'NG.TAXID',
      label: 'Tax ID',
      name: 'Tax identification number',
      kinds: ['tin', 'vat'],
      basis: 'secondary',
      forms: [
        { pattern: 'd'.repeat(13) },
        { pattern: 'd'.repeat(11) },
        ...[2, 3, 4, 5, 6, 7].flatMap(registered),
        ...[5, 6, 7].map(bareCompany),
        { pattern: 'd'.repeat(12), mask: '########-####', old: oldTin },
        { pattern: 'd'.repeat(10), old: oldTin },
      ],
      verify: (n) => (/^\D/.test(n) && isZeros(n, 2, n.length) ? allZeros : undefined),
      facts: (n) => {
        const kind = kinds[n.slice(0, 2)]
        if (kind !== undefined) return { kind }
        return n.length === 11 ? { kind: 'person' } : undefined
      },
      changes: [
        {
          date: '2026-01-01',
          text: "The Tax ID replaced the TIN. It is a person's NIN, a company's RC number, or 13 digits from the tax office's portal.",
        },
      ],
    },
  ],
}
