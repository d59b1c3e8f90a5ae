import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KE.PIN': {
    valid: ['P051365947M', 'p 051193029-r', 'A001234567Z'],
    invalid: ['P051365947', 'V051365947M', 'P05136594M7', 'P000000000X'],
  },
}
