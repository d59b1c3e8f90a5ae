import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MC.TVA': {
    valid: ['FR 53 000 004 605', '53000004605', 'fr59000053883'],
    invalid: [
      'FR 53 000 004 606',
      'FR 61 954 506 077',
      'FR 12 000 000 000',
      'FR5300000460',
      'FR K3 000 004 605',
    ],
  },
}
