import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SC.TIN': {
    valid: ['742864808', '123-456-789'],
    invalid: ['74286480', '7428648080', '000000000'],
  },
}
