import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KG.INN': {
    valid: ['02206199510096', '20101199012345', '10101199054321', '99999999999998'],
    invalid: ['0220619951009', '022061995100961', '00000000000000'],
  },
}
