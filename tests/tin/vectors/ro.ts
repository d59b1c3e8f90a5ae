import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'RO.CUI': {
    valid: ['18547290', '1590082', '160796', '1234567897', '19'],
    invalid: ['18547291', '01590082', '12345678901', '1', '1590083', '18547A90'],
    lets: { share: 0.05, reason: 'the check digit 0 stands for two remainders' },
  },
  'RO.VAT': {
    valid: ['RO18547290', 'RO 1590082', '361757', 'ro 14399840', '1630615123457', 'RO9000123456789'],
    invalid: ['RO18547291', 'RO', 'RO018547290', 'RO12345678901', 'RO1630615123458', 'RO1632215123457'],
    lets: { share: 0.03, reason: 'the check digit 0 stands for two remainders' },
  },
  'RO.CNP': {
    valid: [
      '1630615123457',
      '1800101221144',
      '6000229400010',
      '3850730701230',
      '8000101123452',
      '5010101700014',
      '9000123456789',
      '9800101400010',
    ],
    invalid: [
      '1630615123458',
      '163061512345',
      '0800101221142',
      '1632215123457',
      '1800101491140',
      '1800101220000',
      '9000000000000',
      '6010229400010',
    ],
    lets: { share: 0.03, reason: 'the check digit 1 stands for two remainders' },
  },
}
