import { zeros } from '../checks/digits.ts'
import { allZeros, type CountryRule } from '../rule.ts'

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
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'dddddddda' }],
      verify: (n) => (zeros(n, 0, 8) ? allZeros : undefined),
    },
  ],
}
