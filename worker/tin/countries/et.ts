import { countryWithOneType } from '../country-rule.ts'

export const et = countryWithOneType(
  { code: 'ET', name: 'Ethiopia', adjective: 'Ethiopian' },
  {
    id: 'ET.TIN',
    name: 'Taxpayer identification number',
    localName: 'የግብር ከፋይ መለያ ቁጥር',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd' }],
  },
)
