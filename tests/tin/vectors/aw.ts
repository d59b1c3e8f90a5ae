import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AW.PN': {
    valid: ['10565816', '1234 5678'],
    invalid: ['1056581', '105658160', '1056581A', '11111111'],
  },
}
