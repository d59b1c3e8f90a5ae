import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IR.ENTITYID': {
    valid: ['10380284790', '14007650912', '10100172006'],
    invalid: ['10380284791', '10300000001', '1038028479'],
    lets: { share: 0.04, reason: 'the remainders 0 and 10 share a check digit' },
  },
  'IR.NATIONALCODE': {
    valid: ['123-456789-1', '0012345679'],
    invalid: ['1234567892', '1000000001', '123456789'],
    lets: { share: 0.04, reason: 'the remainders 1 and 10 share a check digit' },
  },
}
