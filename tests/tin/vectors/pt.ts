import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PT.NIF': {
    valid: ['PT501964843', '500 697 256', '502757191', '123456789', '600000001', '999999990', 'pt 136695973'],
    invalid: ['501964842', '12345678', '001234567', '441234567', '5019648434'],
  },
}
