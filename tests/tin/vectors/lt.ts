import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LT.PVM': {
    valid: ['LT119511515', '100001919017', 'lt 212154314', 'LT 100001738313'],
    invalid: ['LT100001919018', 'LT119511525', 'LT11951151', 'LT1195115150', 'LT000000011'],
    lets: {
      share: 0.02,
      reason: 'a second round takes over where the first has no digit',
    },
  },
  'LT.AK': {
    valid: ['33309240064', '17511090036', '20001011233', '91234567895'],
    invalid: ['33309240164', '33313240064', '30002300064', '03309240064', '3330924006'],
    lets: {
      share: 0.04,
      reason: 'a second round takes over where the first has no digit',
    },
  },
}
