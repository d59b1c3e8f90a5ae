import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'FR.TVA': {
    valid: [
      'FR 40 303 265 045',
      '23334175221',
      'K7399859412',
      '4Z123456782',
      'FR83404833048',
      'FR39356000000',
      'FR61954506077',
    ],
    invalid: ['84 323 140 391', 'IO334175221', 'K8399859412', 'FR40303265046', 'FR4030326504'],
    lets: {
      share: 0.02,
      reason: 'a key with letters is checked modulo 11 only, Monaco’s without Luhn',
    },
  },
  'FR.SIREN': {
    valid: ['552 008 443', '732829320', '356000000'],
    invalid: ['404 833 047', '000000000', '73282932'],
  },
  'FR.SIRET': {
    valid: ['73282932000074', '35600000000048', '35600000049837'],
    invalid: ['73282932000079', '35600000049838', '73282931000074', '00000000000000', '7328293200007'],
    lets: {
      share: 0.05,
      reason: 'La Poste has a check of its own',
    },
  },
  'FR.NIF': {
    valid: ['30 23 217 600 053', '0701987765493'],
    invalid: ['30 23 217 600 054', '0701987765432', '4023217600053', '0000000000000', '302321760005'],
  },
}
