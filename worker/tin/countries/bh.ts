import type { CountryRule } from '../country-rule.ts'

export const bh: CountryRule = {
  code: 'BH',
  name: 'Bahrain',
  adjective: 'Bahraini',
  rules: () => [
    {
      id: 'BH.VAT',
      label: 'VAT account no.',
      name: 'VAT account number',
      localName: 'رقم حساب ضريبة القيمة المضافة',
      noun: 'VAT account number',
      kinds: ['vat', 'tin'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddddddddd' }],
    },
  ],
}
