import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TJ.INN': {
    valid: ['020012345', '510012345'],
    invalid: ['02001234', '0200123456', '000000000'],
  },
}
