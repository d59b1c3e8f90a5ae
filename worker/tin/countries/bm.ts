import type { CountryRule } from '../rule.ts'

export const bm: CountryRule = {
  code: 'BM',
  name: 'Bermuda',
  adjective: 'Bermudian',
  rules: () => [
    {
      id: 'BM.NONE',
      label: 'None',
      name: 'No tax ID issued',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [],
    },
  ],
}
