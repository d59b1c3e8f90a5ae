import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'NO.ORGNR': {
    valid: ['988 077 917', '923609016', 'NO 974 760 673'],
    invalid: ['988 077 918', '788077917', '98807791', '996889229'],
  },
  'NO.MVA': {
    valid: ['NO 995 525 828 MVA', '923609016mva', 'VOEC 2012345', '2012345'],
    invalid: ['NO 995 525 829 MVA', '995525828', '995525828MV', 'NO 195 525 828 MVA', '201234'],
    lets: {
      share: 0.22,
      reason: 'VOEC numbers have no published check digit',
    },
  },
  'NO.FNR': {
    valid: ['151086 95088', '29021612314', '410154 50132', '700199 74918', '010139 99984'],
    invalid: [
      '15108695077',
      '151386 95088',
      '290215 12314',
      '010145 60123',
      '155086 95088',
      '311286 95088',
      '1510869508',
    ],
  },
}
