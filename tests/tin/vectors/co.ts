import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CO.NIT': {
    valid: [
      '899.999.068-1',
      '8909039388',
      '800.197.268-4',
      '1.018.464.851-9',
      '213.123.432-1',
      '79.123.456-0',
      '899999068',
      '1.020.304.050',
      '12.345.678',
    ],
    invalid: ['899.999.068-2', '213.123.432-5', '1.018.464.851-8', '79.123.456-1', '21312', '000000000'],
    lets: { share: 0.03, reason: 'with another first digit the number may be one without a check digit' },
  },
}
