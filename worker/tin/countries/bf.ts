import { isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

export const bf: CountryRule = {
  code: 'BF',
  name: 'Burkina Faso',
  adjective: 'Burkinabe',
  rules: () => [
    {
      id: 'BF.IFU',
      label: 'IFU',
      name: 'Unique tax identifier',
      localName: 'Identifiant Financier Unique',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddda' }],
      verify: (n) => (isZeros(n, 0, 8) ? allZeros : undefined),
    },
  ],
}
