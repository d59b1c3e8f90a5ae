import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'XI.VAT': {
    valid: ['XI 980 7806 84', 'GB340804329', 'XIGD001'],
    invalid: ['XI 980 7806 85', 'XI98078068', 'XIHA001'],
    lets: {
      share: 0.3,
      reason: 'as GB.VAT',
    },
  },
}
