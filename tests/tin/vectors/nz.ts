import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'NZ.IRD': {
    valid: ['49-091-850', '049091850', '136-410-132', '35901981', '49 098 576'],
    invalid: ['136-410-133', '9-125-568', '09-125-568', '200-000-004', '49-091-851', '4909185'],
    lets: { share: 0.04, reason: 'a second set of weights stands in for remainder 10' },
  },
  'NZ.NZBN': {
    valid: ['9429049541410', '9429041525746', '9429 0000 3517 0'],
    invalid: ['9429049541411', '942904954141', '9529000035177', '9400000000009', '942904954141O'],
  },
}
