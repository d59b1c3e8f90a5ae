import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BA.PDV': {
    valid: ['200344670009', '402955260002', '200 211 100 005'],
    invalid: ['20034467000', '4200344670009', '20034467000A', '000000000000'],
  },
  'BA.JIB': {
    valid: ['4200344670009', '4402955260002', '4200-225150005', '0101990170003', '0101006500006'],
    invalid: [
      '4200344670008',
      '420034467000',
      '0101990170004',
      '0113990170003',
      '0101500170003',
      '4000000000005',
      '42003446700090',
      '5200344670009',
    ],
    lets: { share: 0.02, reason: 'the check digit 0 stands for two remainders' },
  },
}
