import { countryWithOneType } from '../country-rule.ts'

export const ck = countryWithOneType(
  { code: 'CK', name: 'Cook Islands', adjective: 'Cook Islands' },
  {
    id: 'CK.RMD',
    label: 'RMD No.',
    name: 'Revenue Management Division number',
    noun: 'RMD number',
    kinds: ['tin', 'vat'],
    // OECD AEOI TIN page of the Cook Islands; the Ministry of Finance writes it in front of a tax type, as in 12345VAT0123.
    forms: [{ pattern: 'ddddd' }],
  },
)
