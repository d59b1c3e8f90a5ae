import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'HR.OIB': {
    valid: ['HR33392005961', '81793146560', '69435151530', 'hr 27759560625'],
    invalid: ['33392005962', '3339200596', 'HR00000000001', '333920059611'],
  },
}
