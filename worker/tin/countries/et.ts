import type { CountryRule } from '../country-rule.ts'

export const et: CountryRule = {
  code: 'ET',
  name: 'Ethiopia',
  adjective: 'Ethiopian',
  rules: () => [
    {
      id: 'ET.TIN',
      label: 'TIN',
      name: 'Taxpayer identification number',
      localName: 'የግብር ከፋይ መለያ ቁጥር',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddd' }],
    },
  ],
}
