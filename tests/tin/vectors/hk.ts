import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'HK.BRN': {
    valid: ['12345678', '12345678-000', '12345678-001'],
    invalid: ['1234567', '123456780001', '00000000'],
  },
  'HK.HKID': {
    valid: ['A123456(3)', 'AB987654(3)', 'g123456(a)'],
    invalid: ['A123456(4)', 'C668668(E)', 'A000000(2)', '1234567(3)', 'A12345(3)'],
  },
}
