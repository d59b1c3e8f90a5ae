import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BG.VAT': {
    valid: ['BG831902088', '175 074 752', 'bg 831919536', 'BG7523169263', '7111042925', 'BG1234567892'],
    invalid: ['BG175074751', 'BG17507475', 'BG7523169264', 'BG17507475A', 'BG000000000', 'BG12345678901'],
    lets: {
      share: 0.09,
      reason: 'the ten digits may be of a citizen, a foreigner or another, each with its own check',
    },
  },
  'BG.EIK': {
    valid: ['000694037', '121699202', '1216992020019', '831919536'],
    invalid: ['121699203', '1216992020018', '12169920200', '1216992030019', '0000000000000'],
    lets: { share: 0.01, reason: 'the check digit 0 stands for two remainders' },
  },
  'BG.EGN': {
    valid: ['7523169263', '8032056031', '7542011030', '7111042925'],
    invalid: ['7523169264', '752316926', '8032056032', '75231692634', '75231692A3'],
    lets: {
      share: 0.11,
      reason: 'the number may be of a citizen or of a foreigner, each with its own check',
    },
  },
}
