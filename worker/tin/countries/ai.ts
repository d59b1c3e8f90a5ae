import { isZeros } from '../checks/digits.ts'
import { type CountryRule, neverIssued } from '../country-rule.ts'

const noSerial = neverIssued('A TIN with only zeros after the first digit is never issued.')

export const ai: CountryRule = {
  code: 'AI',
  name: 'Anguilla',
  adjective: 'Anguillian',
  rules: () => [
    {
      id: 'AI.TIN',
      label: 'TIN',
      name: 'Tax Identification Number',
      check: 'structure',
      sets: { k: '12' },
      forms: [{ pattern: 'kddddddddd', mask: '#####-#####' }],
      // OECD, AEOI portal, Anguilla: 1 for individuals, 2 for all others. The rule of the check digit isn't published.
      verify: (n) => (isZeros(n, 1, 10) ? noSerial : undefined),
      facts: (n) => ({ kind: n.startsWith('1') ? 'person' : 'company' }),
    },
  ],
}
