import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IS.KT': {
    valid: ['450401-3150', '600169-2039', '120160-3389', '1201743399', '120160-3379', '892350-1739'],
    invalid: ['450401-3160', '451301-3150', '320174-3399', '120174-3393', '120174-339', '6102013150'],
    lets: {
      share: 0.26,
      reason: 'people’s numbers need no check digit since 2026, and system IDs have none',
    },
  },
  'IS.VSK': {
    valid: ['00621', 'IS 12345', '123456'],
    invalid: ['1234', '1234567', '12345A', '00000'],
  },
}
