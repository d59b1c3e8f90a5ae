import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'ML.NIF': {
    valid: ['081234567A', '086123456x'],
    invalid: ['08123456A', '0812345678', '081234567AB'],
  },
}
