import type { CountryRule } from '../country-rule.ts'

export const eg: CountryRule = {
  code: 'EG',
  name: 'Egypt',
  adjective: 'Egyptian',
  rules: () => [
    {
      id: 'EG.TRN',
      label: 'الرقم الضريبي',
      name: 'Tax registration number',
      localName: 'رقم التسجيل الضريبي',
      noun: 'tax registration number',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'none',
      forms: [{ pattern: 'ddddddddd', mask: '###-###-###' }],
    },
  ],
}
