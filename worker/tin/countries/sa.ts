import type { CountryRule } from '../country-rule.ts'

export const sa: CountryRule = {
  code: 'SA',
  name: 'Saudi Arabia',
  adjective: 'Saudi',
  rules: () => [
    {
      id: 'SA.VAT',
      label: 'VAT no.',
      name: 'VAT registration number',
      localName: 'رقم التسجيل في ضريبة القيمة المضافة',
      noun: 'VAT number',
      kinds: ['vat', 'tin'],
      check: 'structure',
      // ZATCA, Electronic Invoice XML Implementation Standard, BR-KSA-40: 15 digits, the first and last a 3.
      // Its last two digits, 03, are the code of the VAT.
      forms: [{ pattern: '3dddddddddddd03' }],
      // ZATCA: a 1 as the 11th digit marks a VAT group.
      facts: (n) => (n.charAt(10) === '1' ? { kind: 'VAT group' } : undefined),
    },
    {
      id: 'SA.TIN',
      name: 'Taxpayer identification number',
      localName: 'الرقم المميز',
      basis: 'secondary',
      forms: [{ pattern: '3ddddddddd' }],
    },
    {
      id: 'SA.UNN',
      label: '700 number',
      name: 'Unified national number of establishments',
      localName: 'الرقم الوطني الموحد للمنشأة',
      holder: 'company',
      kinds: ['business'],
      onRequest: true,
      basis: 'secondary',
      // Ministry of Commerce; ZATCA's e-invoices name it as scheme 700.
      forms: [{ pattern: '7ddddddddd' }],
    },
  ],
}
