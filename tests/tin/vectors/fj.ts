import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'FJ.TIN': {
    valid: ['11-57252-0-3', '50-12345-06'],
    invalid: ['11-57252-0', '11-57252-0-31', '11-57252-0-A', '000000000'],
  },
}
