import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SM.COE': {
    valid: ['SM03473', 'SM24165', '24165', '51', 'sm 51'],
    invalid: ['SM124165', '2416A', '00000', 'SM', '024165'],
  },
}
