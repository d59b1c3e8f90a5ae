import { isZeros } from '../checks/digits.ts'
import { countryWithOneType, neverIssued } from '../country-rule.ts'

const noSerial = neverIssued('A TIN with only zeros after the first digit is never issued.')

export const ai = countryWithOneType(
  { code: 'AI', name: 'Anguilla', adjective: 'Anguillian' },
  {
    id: 'AI.TIN',
    name: 'Tax Identification Number',
    check: 'structure',
    sets: { k: '12' },
    forms: [{ pattern: 'kddddddddd', mask: '#####-#####' }],
    // OECD, AEOI portal, Anguilla: 1 for individuals, 2 for all others. The rule of the check digit isn't published.
    verify: (n) => (isZeros(n, 1, 10) ? noSerial : undefined),
    facts: (n) => ({ kind: n.startsWith('1') ? 'person' : 'company' }),
  },
)
