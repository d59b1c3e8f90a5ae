import { countryWithOneType } from '../country-rule.ts'

export const fj = countryWithOneType(
  { code: 'FJ', name: 'Fiji', adjective: 'Fijian' },
  {
    id: 'FJ.TIN',
    name: 'Tax Identification Number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    // As the head of the tax office gave it to the Fiji Sun of 22 August 2015.
    forms: [{ pattern: 'ddddddddd', mask: '##-#####-#-#' }],
  },
)
