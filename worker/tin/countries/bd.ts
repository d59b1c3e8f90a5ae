import type { CountryRule } from '../country-rule.ts'

export const bd: CountryRule = {
  code: 'BD',
  name: 'Bangladesh',
  adjective: 'Bangladeshi',
  rules: () => [
    {
      id: 'BD.BIN',
      name: 'Business Identification Number (VAT)',
      localName: 'ব্যবসায় সনাক্তকরণ সংখ্যা',
      kinds: ['vat'],
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddddddd', mask: '#########-####' }],
      changes: [{ date: '2019-11-30', text: 'BINs with 9 or 11 digits are no longer valid. A BIN has 13.' }],
    },
    {
      id: 'BD.TIN',
      label: 'e-TIN',
      name: "Taxpayer's Identification Number",
      localName: 'করদাতা সনাক্তকরণ নম্বর',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddddd' }],
    },
  ],
}
