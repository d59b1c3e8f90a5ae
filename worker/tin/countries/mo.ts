import { countryWithOneType } from '../country-rule.ts'

export const mo = countryWithOneType(
  { code: 'MO', name: 'Macao', adjective: 'Macao' },
  {
    id: 'MO.TIN',
    label: '納稅人編號',
    name: 'Taxpayer number',
    localName: '納稅人編號 / Número de contribuinte',
    noun: 'taxpayer number',
    // OECD, AEOI page on TINs: businesses of individuals begin with 0, entities with 8; employees use their ID.
    forms: [{ pattern: 'dddddddd' }],
    facts: (n) => {
      if (n.startsWith('8')) return { kind: 'company' }
      return n.startsWith('0') ? { kind: 'business of an individual' } : undefined
    },
  },
)
