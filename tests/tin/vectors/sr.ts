import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SR.FIN': {
    valid: ['1234567890', '2000001234'],
    invalid: ['123456789', '123456789A', '0000000000'],
  },
}
