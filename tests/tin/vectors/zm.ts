import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'ZM.TPIN': {
    valid: ['1001234567', '2002345678'],
    invalid: ['100123456', '10012345678', '0000000000'],
  },
}
