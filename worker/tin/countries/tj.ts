import { countryWithOneType } from '../country-rule.ts'

export const tj = countryWithOneType(
  { code: 'TJ', name: 'Tajikistan', adjective: 'Tajik', labels: ['РМА', 'RMA'] },
  {
    id: 'TJ.INN',
    label: 'ИНН',
    name: 'Taxpayer identification number',
    localName: 'Рақами мушаххаси андозсупоранда',
    noun: 'INN',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
