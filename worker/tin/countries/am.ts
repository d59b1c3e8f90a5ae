import { countryWithOneType } from '../country-rule.ts'

export const am = countryWithOneType(
  { code: 'AM', name: 'Armenia', adjective: 'Armenian', labels: ['HVHH'] },
  {
    id: 'AM.TIN',
    label: 'ՀՎՀՀ',
    name: 'Taxpayer identification number',
    localName: 'Հարկ վճարողի հաշվառման համար',
    noun: 'TIN',
    kinds: ['tin', 'vat'],
    // State Revenue Committee: eight digits; VAT payers add /1. The check digit's rule isn't published.
    forms: [
      { pattern: 'dddddddd' },
      { pattern: 'dddddddd1', mask: '########/1', canonical: (text) => text.slice(0, 8) },
    ],
  },
)
