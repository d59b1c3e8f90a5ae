import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'EU.OSS': {
    valid: ['EU372022452', 'EU 528003646', 'IM5280002556', 'IM3720000224', 'EU826010755'],
    invalid: [
      'EU123456789',
      'IM8260000017',
      'IN3720000224',
      'EU37202245',
      'EU3720224520',
      'EU372000000',
      'XU372022452',
    ],
  },
}
