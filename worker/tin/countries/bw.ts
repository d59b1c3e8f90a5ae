import { countryWithOneType } from '../country-rule.ts'

const kinds: Readonly<Record<string, string>> = {
  C: 'company',
  I: 'individual',
  P: 'partnership',
  T: 'trust',
}

export const bw = countryWithOneType(
  { code: 'BW', name: 'Botswana', adjective: 'Botswana' },
  {
    id: 'BW.TIN',
    name: 'Taxpayer identification number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    forms: [{ pattern: 'xddddddddddd' }],
    facts: (n) => {
      const kind = kinds[n.charAt(0)]
      return kind === undefined ? undefined : { kind }
    },
  },
)
