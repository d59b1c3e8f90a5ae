import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KR.BRN': {
    valid: ['124-81-00998', '2208162517', '120-81-47521', '116-82-00276'],
    invalid: ['124-81-00999', '012-81-00998', '124-00-00998', '124-81-00006', '124810099'],
  },
  'KR.RRN': {
    valid: ['971013-9019902', '850126-6401473', '201105-3123456'],
    invalid: ['971313-9019902', '010229-3123456', '971013-901990'],
    lets: { share: 1, reason: 'numbers since October 2020 have no check digit' },
  },
}
