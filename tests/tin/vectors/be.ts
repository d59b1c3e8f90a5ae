import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BE.VAT': {
    valid: ['BE 0403.019.261', '0428759497', 'BE0897290877', 'BE 1000.000.021'],
    invalid: ['BE 0403.019.262', '431150351', '2403.019.261', 'BE 0000.000.097'],
  },
  'BE.NN': {
    valid: ['85.07.30-033.28', '17.07.30-033.84', '00000100195'],
    invalid: [
      '85.07.30-033.29',
      '12345678901',
      '85.13.30-033.28',
      '85.02.30-001.01',
      '85.07.30-000.61',
      '8507300332',
    ],
    lets: {
      share: 0.04,
      reason: 'a number may be of either century',
    },
  },
}
