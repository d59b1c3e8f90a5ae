import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BO.NIT': {
    valid: ['1020269020', '1234567', '123456789012'],
    invalid: ['123456', '1234567890123', '10202690A0', '0000000000'],
  },
  'BO.CI': {
    valid: [
      '1234567',
      '12345',
      '1234567-SC',
      '12345678 lp',
      '1234567-1A',
      '1234567-1A-LP',
      '12345678-1C-BE',
      '1234567-SC-1',
      '1234567-OR-AB',
    ],
    invalid: [
      '1234',
      '1234567-XX',
      '123456789-OR',
      '1234567-1A-ZZ',
      '12345678-1C-BV',
      '1234567-AA-1',
      'ABCDEFG-SC',
    ],
  },
}
