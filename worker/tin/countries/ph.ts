import { isZeros } from '../checks/digits.ts'
import { allZeros, countryWithOneType } from '../country-rule.ts'

/** Receipts add whether the taxpayer is registered for VAT. */
const vatForms = ['V', 'N', 'VAT', 'NV'].flatMap((end) =>
  ['###-###-###-###', '###-###-###-#####'].map((mask) => ({
    pattern: mask.replaceAll('-', '').replaceAll('#', 'd') + end,
    mask,
    typed: mask + '#'.repeat(end.length),
    canonical: (text: string) => text.slice(0, -end.length),
  })),
)

export const ph = countryWithOneType(
  { code: 'PH', name: 'Philippines', adjective: 'Philippine', labels: ['NON-VAT REG. TIN', 'BIR TIN'] },
  {
    id: 'PH.TIN',
    name: 'Taxpayer Identification Number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [
      { pattern: 'ddddddddd', mask: '###-###-###' },
      { pattern: 'dddddddddddd', mask: '###-###-###-###' },
      { pattern: 'ddddddddddddd', mask: '###-###-###-####' },
      { pattern: 'dddddddddddddd', mask: '###-###-###-#####' },
      ...vatForms,
    ],
    verify: (n) => (isZeros(n, 0, 9) ? allZeros : undefined),
    facts: (n) => {
      if (n.length === 9) return undefined
      return { establishment: isZeros(n, 9, n.length) ? 'head office' : `branch ${n.slice(9)}` }
    },
  },
)
