import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'ES.DNI': {
    valid: ['12345678Z', '54362315-K', '99999999R'],
    invalid: ['54362315Z', '00000000T', '1234567L'],
  },
  'ES.NIE': {
    valid: ['X-5253868-R', 'X2482300W', 'Y1234567X', 'Z1234567R'],
    invalid: ['X2482300A', 'X0000000T', 'W2482300W'],
  },
  'ES.CIF': {
    valid: ['J99216582', 'B64717838', 'A58818501', 'Q2826000H', 'S2800568D'],
    invalid: ['J99216583', 'B64717839', 'O1234567L', 'A00000000', 'J992165831'],
  },
  'ES.NIF': {
    valid: ['ESB58378431', 'ES54362315K', 'ESX5253868R', 'M1234567L', 'ESA28015865'],
    invalid: ['ESB58378432', 'ES54362315Z', 'M1234567Z', 'ESX5253868A', 'ESB5837843'],
    lets: {
      share: 0.05,
      reason: 'the sources name two letters for K, L and M, and either stands',
    },
  },
}
