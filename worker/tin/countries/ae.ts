import type { CountryRule } from '../country-rule.ts'

export const ae: CountryRule = {
  code: 'AE',
  name: 'United Arab Emirates',
  adjective: 'UAE',
  rules: () => [
    {
      id: 'AE.TRN',
      name: 'Tax Registration Number',
      localName: 'رقم التسجيل الضريبي',
      kinds: ['vat', 'tin'],
      basis: 'secondary',
      // Numbers began with 100; newer ones do not all.
      forms: [{ pattern: '1dddddddddddddd' }],
    },
    {
      id: 'AE.TIN',
      name: 'Tax Identification Number',
      basis: 'secondary',
      // The Federal Tax Authority's number for electronic invoices (Peppol scheme 0235): the TRN's first ten digits.
      forms: [{ pattern: '1ddddddddd' }, { pattern: '990000009g', unlisted: true }],
      sets: { g: '789' },
      warn: (n) =>
        n.startsWith('9')
          ? {
              code: 'GENERIC_NUMBER',
              message: 'This number represents buyers abroad or without e-invoicing, not a taxpayer.',
            }
          : undefined,
      changes: [{ date: '2026-07', text: 'Electronic invoices identify businesses by the 10-digit TIN.' }],
    },
  ],
}
