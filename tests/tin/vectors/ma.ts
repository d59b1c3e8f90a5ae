import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MA.ICE': {
    valid: ['001561191000066', '00 21 36 09 30 00 040', '001521348000097', '001234567000159'],
    invalid: ['001561191000067', '001521348000000', '00156119100006', 'X0156119100006Z', '000000000000097'],
  },
  'MA.IF': {
    valid: ['1234567', '40123456'],
    invalid: ['123456', '123456789', '0000000', '1234567A'],
  },
}
