import { countryWithOneType } from '../country-rule.ts'

export const jm = countryWithOneType(
  { code: 'JM', name: 'Jamaica', adjective: 'Jamaican' },
  {
    // Tax Administration Jamaica, "What is TRN". No rule for a check digit is published.
    id: 'JM.TRN',
    name: 'Taxpayer Registration Number',
    forms: [{ pattern: 'ddddddddd', mask: '###-###-###' }],
  },
)
