import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AD.NRT': {
    valid: ['U-132950-X', 'AD A-710.646-J', 'D059888N', 'F-059888-N', 'e 800001 z'],
    invalid: ['I-706193-G', 'A-610646-J', 'L-800000-J', 'F-700000-N', 'D-59888-N', 'D0598889'],
  },
}
