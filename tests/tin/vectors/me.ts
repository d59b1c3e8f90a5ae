import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'ME.PIB': {
    valid: ['02000989', '02002230', '02005115', '1510987210011'],
    invalid: ['02000988', '0200098', '1510987210012', '1513987210011', '020009899'],
    lets: { share: 0.03, reason: 'the check digit 0 stands for two remainders' },
  },
}
