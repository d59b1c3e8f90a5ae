import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GH.TIN': {
    valid: ['C0000803561', 'c000366497X', 'G0005513405', 'V0003107108', 'Q0000123455', 'P0012345679'],
    invalid: ['C0000803562', 'C000080356', 'X0000803561', 'C0100803561', 'C00008035X1', 'P0000000000'],
  },
  'GH.PIN': {
    valid: ['GHA-123456789-0', 'gha1234567890', 'NGA-123456789-4'],
    invalid: ['GHA-1234567-0', 'GHA-1234567890-1', 'GH-1234567890-1', 'GHA-12345678X-0'],
  },
}
