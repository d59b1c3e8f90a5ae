import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PY.RUC': {
    valid: ['80028061-0', '80002201-7', '2660-3', '8765432-6', '44444401-7', '80000011-0'],
    invalid: ['80028061-1', '2660-4', '660-3', '0000-0', '8002806A-0'],
    lets: { share: 0.03, reason: 'two remainders give the check digit 0' },
  },
}
