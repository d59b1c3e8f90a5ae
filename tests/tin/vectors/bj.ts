import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BJ.IFU': {
    valid: ['3200901353510', '0202112345678', '1201912345601'],
    invalid: ['320090135351', '3200901A53510', '0000000000000'],
  },
}
