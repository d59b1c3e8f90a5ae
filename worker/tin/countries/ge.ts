import { countryWithOneType } from '../country-rule.ts'

export const ge = countryWithOneType(
  {
    code: 'GE',
    name: 'Georgia',
    adjective: 'Georgian',
    labels: ['ID code', 'ს/ნ', 'საიდენტიფიკაციო ნომერი', 'პირადი ნომერი', 'პ/ნ'],
  },
  {
    id: 'GE.ID',
    label: 'ს/კ',
    name: 'Identification code',
    localName: 'საიდენტიფიკაციო კოდი',
    noun: 'identification code',
    kinds: ['tin', 'vat'],
    // OECD's AEOI page: nine digits for entities and foreigners, eleven for citizens.
    forms: [{ pattern: 'ddddddddd' }, { pattern: 'ddddddddddd' }],
    facts: (n) => (n.length === 11 ? { kind: 'citizen' } : undefined),
  },
)
