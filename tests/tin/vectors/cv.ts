import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CV.NIF': {
    valid: ['200129775', '123 456 789'],
    invalid: ['20012977', '2001297750', '00000000O'],
  },
}
