import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'DZ.NIF': {
    valid: ['416001000000007', '408 020 000 150 039', '41201600000606600001', '000 216 001 808 337 13010'],
    invalid: ['41600100000000', 'X1600100000000V', '0002160018083371301', '000000000000000'],
  },
}
