import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KW.CIVILID': {
    valid: ['288020122596', '227081660516', '292091998298'],
    invalid: ['288020122597', '488020122596', '288023022596', '28802012259'],
  },
}
