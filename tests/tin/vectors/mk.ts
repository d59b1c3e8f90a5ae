import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MK.EDB': {
    valid: ['4030000375897', 'MK4020990116747', 'МК 4057009501106', '5030999339640', '0101990450006'],
    invalid: ['4030000375890', '403000037589', '4057019547840', '40300003758970', '4000000000005'],
    lets: { share: 0.04, reason: 'the check digit 0 stands for two remainders' },
  },
}
