import { countryWithOneType } from '../country-rule.ts'

export const bh = countryWithOneType(
  { code: 'BH', name: 'Bahrain', adjective: 'Bahraini' },
  {
    id: 'BH.VAT',
    label: 'VAT account no.',
    name: 'VAT account number',
    localName: 'رقم حساب ضريبة القيمة المضافة',
    noun: 'VAT account number',
    kinds: ['vat', 'tin'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddddddddd' }],
  },
)
