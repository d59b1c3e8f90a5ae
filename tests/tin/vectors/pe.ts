import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PE.RUC': {
    valid: ['20131312955', '20100047218', '20100070970', '10000000014', '17100000016'],
    invalid: ['20131312956', '30131312955', '20000000001', '2013131295', '2013131295A'],
    lets: { share: 0.02, reason: 'two remainders give the check digit 1' },
  },
}
