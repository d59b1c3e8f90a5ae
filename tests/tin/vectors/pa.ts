import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PA.RUC': {
    valid: [
      '155587169-2-2014 D.V. 9',
      '155625946-2-2016 DV00',
      '155630598-2-2016-30',
      '155698228-2-2020',
      '2588017-1-831938 DV 20',
      '253-92-57027 DV 76',
      '32812-2-249262 DV 63',
      '46004-187-302083 DV 96',
      '58223-2-855 DV 4',
      '8-NT-1-24 DV 33',
      '8-NT-1-13656 DV 43',
      'E-8-12770 DV 72',
      'PE-1-19 DV 60',
      '8AV-1-196 DV 90',
      '8-28-1284 DV 33',
      '2588017-1-831938',
      'E-1234-123456789 DV 26',
    ],
    invalid: [
      '155587169-2-2014 DV 10',
      '155630598-2-2016-31',
      '2588017-1-831938 DV 28',
      '253-92-57027 DV 23',
      'XXX-92-57027 DV 76',
      '8-NT-1-24 DV 34',
      '123',
      '155587169-2-2014 DV',
    ],
    lets: { share: 0.1, reason: 'without hyphens the parts are not sure, and any way to part it may fit' },
  },
}
