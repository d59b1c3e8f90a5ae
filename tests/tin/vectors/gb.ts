import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GB.VAT': {
    valid: [
      'GB 980 7806 84',
      'GB340804329',
      'GB346270013',
      'GB 980 7806 84 001',
      'GBGD001',
      'GBHA500',
      'XI980780684',
    ],
    invalid: [
      '802311781',
      'GB 022 5822 46',
      'GBGD500',
      'GBHA499',
      'GB 000 0000 00',
      'GB98078068',
      'GB12345678A',
    ],
    lets: {
      share: 0.3,
      reason: 'two remainders are right; branches and public bodies have no check',
    },
  },
  'GB.UTR': {
    valid: ['1955839661', '19558 39661 K', '2234567890'],
    invalid: ['2955839661', '1111111111', '0000000000', '195583966'],
    lets: {
      share: 0.12,
      reason: 'eleven remainders share nine check digits',
    },
  },
  'GB.NINO': {
    valid: ['AB 12 34 56 C', 'JG103759A', 'OA123456D'],
    invalid: ['QQ123456C', 'AO123456C', 'BG123456A', 'ZZ123456A', 'AB123456E', 'AB12345C'],
  },
}
