import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MT.VAT': {
    valid: ['MT11679112', '15121333', 'MT 2020-0019'],
    invalid: ['MT11679113', 'MT11679149', 'MT1167911', 'MT01679112', 'MT1167911A'],
  },
  'MT.TIN': {
    valid: ['1234567M', '485M', '0000485M', '123456789', '12345G'],
    invalid: ['1234567X', '12345678', '1234567', '12M', '0000000M', '1234567890'],
  },
}
