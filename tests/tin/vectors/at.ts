import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AT.UID': {
    valid: ['ATU13585627', 'U33864707', 'at u14189108', 'ATU10223006'],
    invalid: ['ATU13585626', 'X13585627', 'ATU1358562', 'ATU00000006'],
  },
  'AT.STNR': {
    valid: ['59-119/9013', '931736581', '98 123/4560'],
    invalid: ['59-119/9012', '59-119/901', '59-000/0003', '000000000'],
  },
}
