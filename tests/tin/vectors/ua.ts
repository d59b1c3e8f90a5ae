import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'UA.EDRPOU': {
    valid: ['14360570', '00032129', '32855961', '20077720', '40000011', '60000006'],
    invalid: ['14360571', '1436057', '32855968', '143605700', '1436057A'],
    lets: { share: 0.02, reason: 'the check digit 0 stands for two remainders' },
  },
  'UA.RNTRC': {
    valid: ['1759013776', '0000100010'],
    invalid: ['1759013770', '175901377', '17590137766', '175901377A', '0000000000'],
    lets: { share: 0.06, reason: 'the check digit 0 stands for two remainders' },
  },
  'UA.IPN': {
    valid: ['143605704021', '302755313052'],
    invalid: ['14360570402', '1436057040211', '14360570402A', '000000000000'],
  },
}
