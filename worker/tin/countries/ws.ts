import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const ws = countryWithOneType(
  { code: 'WS', name: 'Samoa', adjective: 'Samoan', labels: ['VAGST'] },
  {
    id: 'WS.TIN',
    name: 'Tax Identification Number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    // OECD AEOI page: running numbers of at least five digits.
    forms: formsOfLengths('d', 5, 9),
  },
)
