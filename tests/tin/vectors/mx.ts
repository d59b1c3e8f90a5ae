import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MX.RFC': {
    valid: [
      'GODE 561231 GR8',
      'MAB-930714-8T4',
      'VACE-460910-SX6',
      'XAXX010101000',
      'XEXX010101000',
      'Ñ&A 010101 AB1',
    ],
    invalid: ['GODE561331GR8', 'PUTO561231GR8', 'GOD5561231GR8', 'GODE561231GR', 'GODE561231GRB'],
    lets: {
      share: 1,
      reason: 'a mismatch is only a warning',
    },
  },
  'MX.CURP': {
    valid: ['XEXX010101HNEXXXA4', 'XEXX010101MNEXXXA8', 'BOXW310820HNERXN09', 'HEGG560427MVZRRL04'],
    invalid: [
      'BOXW310820HNERXN08',
      'BOXW311320HNERXN09',
      'BOXW310820HZZRXN09',
      'BOXW310820ANERXN09',
      'BOXW310820HNERXN0',
    ],
    lets: {
      share: 0.25,
      reason: 'even weights under modulo 10, and the serial place takes letters too',
    },
  },
}
