import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const kn = countryWithOneType(
  { code: 'KN', name: 'Saint Kitts and Nevis', adjective: 'Kittitian' },
  {
    id: 'KN.TIN',
    name: 'Taxpayer Identification Number',
    basis: 'secondary',
    // OECD, TIN sheet of Saint Kitts and Nevis: five digits in its example, and two more for a tax or one for the VAT.
    forms: formsOfLengths('d', 5, 9),
  },
)
