import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LI.MWST': {
    valid: ['12 345', '50152', 'CHE-109.910.570', 'CHE-109.910.570 MWST'],
    invalid: ['1234', 'CHE-109.910.571', '00 000', 'CHE-109.910.570 TVA'],
  },
  'LI.PEID': {
    valid: ['1234567', '00001234567', '1234', '123456789012'],
    invalid: ['123', '1234567890123', '123456A', '000000000012', '000000000000'],
  },
}
