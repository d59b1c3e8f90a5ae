import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IL.HP': {
    valid: ['520013954', '516179157', '513767079'],
    invalid: ['516179158', '416179157', '51617915', '5161791570'],
  },
  'IL.ID': {
    valid: ['123456782', '39337423', '039337423', '000000018', '1234566'],
    invalid: ['039337424', '39337422', '123456', '1234567890', '000000000'],
  },
}
