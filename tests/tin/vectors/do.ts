import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'DO.RNC': {
    valid: ['1-01-85004-3', '401010062', '1-01-00157-7', '131-24679-6', '1-01-58160-1'],
    invalid: ['1-01-85004-2', '1018A0043', '10185004', '100000001'],
    lets: { share: 0.03, reason: 'the remainders 0 and 9, and 1 and 10, give the same check digit' },
  },
  'DO.CEDULA': {
    valid: ['001-1391820-5', '224-0002211-1', '40200000012'],
    invalid: ['001-1391820-4', '0011391820A', '001139182', '001-0000000-8'],
  },
}
