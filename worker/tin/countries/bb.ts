import { isZeros } from '../checks/digits.ts'
import { countryWithOneType, neverIssued } from '../country-rule.ts'

const noSerial = neverIssued('A TIN with only zeros after the 1 is never issued.')

export const bb = countryWithOneType(
  { code: 'BB', name: 'Barbados', adjective: 'Barbadian' },
  {
    id: 'BB.TIN',
    name: 'Tax Identification Number',
    kinds: ['tin', 'vat'],
    forms: [{ pattern: '1dddddddddddd' }],
    // Barbados Revenue Authority, "Taxpayer Identification Number (TIN)"; OECD, AEOI portal, Barbados.
    verify: (n) => (isZeros(n, 1, 13) ? noSerial : undefined),
    changes: [
      { date: '2018', text: 'Every taxpayer had to register again and received a TIN with 13 digits.' },
    ],
  },
)
