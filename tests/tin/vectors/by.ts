import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BY.UNP': {
    valid: ['200988541', '600122610', '807000069', 'MA1953684', 'МА1953684', 'ma 1953684', 'AB1234563'],
    invalid: ['200988542', 'MA1953685', '20098854', 'XA1953684', 'MD1953684', '1A1953684'],
  },
}
