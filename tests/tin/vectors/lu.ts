import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LU.TVA': {
    valid: ['LU15027442', '26375245', 'LU 150 274 42', 'lu20260743'],
    invalid: ['LU15027443', 'LU1502744', 'LU00000000', 'LU150274421'],
  },
  'LU.MATRICULE': {
    valid: ['1893120105732', '1870050000183', '1870000000131'],
    invalid: [
      '1893120105733',
      '1893120105742',
      '1893130105732',
      '2170050000183',
      '189312010573',
      '1893023005732',
    ],
  },
}
