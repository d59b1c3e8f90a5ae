import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BD.BIN': {
    valid: ['000000123-0101', '0012345670203', '123456789-0123'],
    invalid: ['123456789-012', '12345678901', 'A23456789-0123', '0000000000000'],
  },
  'BD.TIN': {
    valid: ['823456789016', '1234 5678 9012'],
    invalid: ['82345678901', '82345678901X', '000000000000'],
  },
}
