import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LV.PK': {
    valid: ['161175-19997', '32503511782', '010190-01236', '390000-00000'],
    invalid: ['161175-19998', '161375-19997', '161175-39997', '310290-10000', '41117519997', '16117519997 0'],
    lets: {
      share: 0.26,
      reason: 'codes since 2017 have no check digit',
    },
  },
  'LV.PVN': {
    valid: [
      'LV 4000 3521 600',
      '40003245752',
      'lv90000069281',
      'LV16117519997',
      'LV32503511782',
      'LV90000000180',
    ],
    invalid: ['LV40003521601', 'LV4000352160', 'LV16137519997', 'LV90000069282'],
    lets: {
      share: 0.01,
      reason: 'persons’ codes since 2017 have no check digit',
    },
  },
}
