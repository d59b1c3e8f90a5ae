import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SG.UEN': {
    valid: [
      '196800306E',
      '197200078R',
      '199201624d',
      '193200032W',
      '00192200M',
      'T01FC6132D',
      'S16FC0121D',
      'T20VC0006B',
      'T08GB0046G',
      'F00056789H',
      'F   56789H',
    ],
    invalid: [
      '196800306F',
      '00192200N',
      'T01FC6132E',
      'T20VC0007B',
      'F00000000A',
      '296800306E',
      '19680030E',
      'T01IC6132D',
      '000000000Z',
    ],
  },
  'SG.GST': {
    valid: ['M90312345A', 'MR-8500166-8', 'M2-0089765-3', '197401143C', 'F00056789H'],
    invalid: ['197401143D', 'M9031234A', 'MXX0312345', 'MR-850016A-8', 'X903123459A'],
    lets: { share: 0.31, reason: 'for numbers that begin with M no check is published' },
  },
  'SG.NRIC': {
    valid: ['S1234567D', 't1234567J', 'F1234567N', 'G1234567X', 'M1234567K'],
    invalid: ['S1234567E', 'T1234567D', 'M1234567L', 'S123456D', 'A1234567D', 'S0000000J'],
  },
}
