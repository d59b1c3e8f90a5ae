import { countryWithOneType } from '../country-rule.ts'

export const xk = countryWithOneType(
  {
    code: 'XK',
    name: 'Kosovo',
    adjective: 'Kosovo',
    labels: ['NUI', 'NRF', 'Nr. fiskal', 'Numri unik identifikues'],
  },
  {
    id: 'XK.NF',
    label: 'Numri fiskal',
    name: 'Fiscal number',
    localName: 'Numri fiskal',
    noun: 'fiscal number',
    basis: 'secondary',
    forms: [{ pattern: 'ddddddddd' }],
  },
)
