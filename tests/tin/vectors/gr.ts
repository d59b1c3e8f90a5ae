import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GR.AFM': {
    valid: ['EL094259216', 'GR094014201', '090000045', 'el 094019245', '23456780', 'EL 94014298'],
    invalid: ['EL094259217', '123456781', 'EL1234567', 'EL000000000', 'EL09425921A'],
  },
}
