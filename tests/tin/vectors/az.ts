import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AZ.VOEN': {
    valid: ['9900003611', '1400057421', '140 155 5071', '9900003612', '300001101'],
    invalid: ['9900003621', '140 155 5081', '1400057424', '14000574', '0000000001', '14000574211'],
    lets: { share: 0.02, reason: 'the last digit, 1 or 2, is not counted by the check' },
  },
  'AZ.PIN': { valid: ['5VBK5VR', '5vbk5vr'], invalid: ['5VBK5V', '5VBO5VR', '5VBK5VR1', '5VBK-5V'] },
}
