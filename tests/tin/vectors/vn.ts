import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'VN.MST': {
    valid: [
      '0100233488',
      '0300588569',
      '0100109106',
      '0314409058-002',
      '0312 68 78 78 - 001',
      '001085012345',
      '079301 000123',
    ],
    invalid: [
      '0100233480',
      '0100233489',
      '0314409058-000',
      '0100000000',
      '001485012345',
      '03144090580',
      '0100233488-0002',
    ],
    lets: { share: 0.41, reason: 'branches and personal numbers have no check digit' },
  },
}
