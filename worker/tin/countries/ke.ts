import { countryWithOneType } from '../country-rule.ts'

export const ke = countryWithOneType(
  { code: 'KE', name: 'Kenya', adjective: 'Kenyan' },
  {
    id: 'KE.PIN',
    label: 'KRA PIN',
    name: 'Personal Identification Number of the Kenya Revenue Authority',
    noun: 'PIN',
    kinds: ['tin', 'vat'],
    check: 'structure',
    sets: { t: 'AP' },
    forms: [{ pattern: 'tddddddddda' }],
    // Kenya Revenue Authority, "About PIN": A for individuals, P for all others.
    warn: () => ({
      code: 'CHECKSUM_NOT_VERIFIABLE',
      message: "The last letter of a KRA PIN is a check letter whose rule isn't published.",
    }),
    facts: (n) => ({ kind: n.startsWith('A') ? 'individual' : 'company or other body' }),
  },
)
