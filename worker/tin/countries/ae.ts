import type { CountryRule } from '../country-rule.ts'

export const ae: CountryRule = {
  code: 'AE',
  name: 'United Arab Emirates',
  adjective: 'UAE',
  rules: () => [
    {
      id: 'AE.TRN',
      label: 'TRN',
      name: 'Tax Registration Number',
      localName: 'رقم التسجيل الضريبي',
      holder: 'any',
      kinds: ['vat', 'tin'],
      check: 'none',
      basis: 'secondary',
      // The first ten digits are the TIN of electronic invoices. Numbers began with 100; newer ones do not all.
      forms: [{ pattern: '1dddddddddddddd' }],
    },
  ],
}
