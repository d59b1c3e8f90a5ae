import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KZ.BIN': {
    valid: ['941240000193', '020240000555', '971240001315', '940140000385'],
    invalid: ['941240000194', '941340000193', '941230000193', '94124000019'],
    lets: { share: 0.1, reason: 'the eleventh digit has the weight 11 modulo 11' },
  },
  'KZ.IIN': {
    valid: ['061211600012', '850101300005'],
    invalid: ['061211600013', '851301300005', '061232600012', '06121160001'],
    lets: { share: 0.08, reason: 'the eleventh digit has the weight 11 modulo 11' },
  },
}
