import { countryWithOneType } from '../country-rule.ts'

export const la = countryWithOneType(
  { code: 'LA', name: 'Laos', adjective: 'Lao' },
  {
    id: 'LA.TIN',
    name: 'Taxpayer Identification Number',
    localName: 'ເລກປະຈຳຕົວຜູ້ເສຍອາກອນ',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    // Decree 354/PM of 2007: the ninth digit is a check digit, but its rule isn't published.
    forms: [{ pattern: 'dddddddddddd', mask: '#########-###' }],
  },
)
