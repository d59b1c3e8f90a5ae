import { countryWithOneType } from '../country-rule.ts'

export const sm = countryWithOneType(
  { code: 'SM', name: 'San Marino', adjective: 'San Marino' },
  {
    id: 'SM.COE',
    name: 'Economic operator code',
    localName: 'Codice operatore economico',
    kinds: ['tin', 'vat'],
    prefixes: ['SM'],
    // Leading zeros are written after SM and often omitted without it.
    forms: [
      ...[0, 1, 2, 3, 4].map((zeros) => ({ pattern: 'd'.repeat(5 - zeros), zeros })),
      { pattern: '0ddddd', canonical: (text) => text.slice(1) },
    ],
  },
)
