import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CL.RUT': {
    valid: [
      '60.803.000-K',
      '97.004.000-5',
      '7.727.230-5',
      '07727230-5',
      'CL 76086428-5',
      '60803000k',
      '55.555.555-5',
      '66.666.666-6',
    ],
    invalid: ['60.803.000-0', '97.004.000-K', '12.531.909-3', '2660-4', '76086A28-5', '00.000.000-0'],
  },
}
