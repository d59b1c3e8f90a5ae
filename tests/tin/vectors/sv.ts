import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SV.NIT': {
    valid: [
      '0614-050707-104-8',
      'SV 0614-050707-104-8',
      '0614-010170-001-7',
      '0614-120591-100-7',
      '9999-010180-101-9',
      '00016297-5',
      '00000001-8',
    ],
    invalid: [
      '0614-050707-104-0',
      '0614-310207-104-8',
      '1614-050707-104-8',
      '0014-050707-104-8',
      '00016297-6',
      '00000000-0',
      '1234567890123',
    ],
    lets: {
      share: 0.05,
      reason: 'modulo 10 with even weights (DUI); two remainders give the check digit 0 (NIT)',
    },
  },
}
