import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'OM.VATIN': {
    valid: ['OM1100006083', '1100018164', 'om1100000300', 'OM1100006999', 'OM1100006084', 'OM1200006083'],
    invalid: ['OM2100006083', 'OM110000608', 'OM11000060AB', 'OM1100000001'],
    lets: { share: 1, reason: 'no rule is published, so a mismatch is only a warning' },
  },
}
