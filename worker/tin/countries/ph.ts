import { isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

const withoutVat = (text: string) => text.slice(0, -1)

export const ph: CountryRule = {
  code: 'PH',
  name: 'Philippines',
  adjective: 'Philippine',
  labels: ['NON-VAT REG TIN', 'VAT REG TIN'],
  rules: () => [
    {
      id: 'PH.TIN',
      label: 'TIN',
      name: 'Taxpayer Identification Number',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      sets: { v: 'VN' },
      // V or N after the branch: registered for VAT or not, as printed on older receipts.
      forms: [
        { pattern: 'ddddddddd', mask: '###-###-###' },
        { pattern: 'dddddddddddd', mask: '###-###-###-###' },
        { pattern: 'ddddddddddddd', mask: '###-###-###-####' },
        { pattern: 'dddddddddddddd', mask: '###-###-###-#####' },
        { pattern: 'ddddddddddddv', mask: '###-###-###-###', canonical: withoutVat },
      ],
      verify: (n) => (isZeros(n, 0, 9) ? allZeros : undefined),
      facts: (n) => {
        if (n.length === 9) return undefined
        return { establishment: isZeros(n, 9, n.length) ? 'head office' : `branch ${n.slice(9)}` }
      },
    },
  ],
}
