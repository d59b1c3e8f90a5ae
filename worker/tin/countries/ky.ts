import type { CountryRule } from '../rule.ts'

export const ky: CountryRule = {
  code: 'KY',
  name: 'Cayman Islands',
  adjective: 'Caymanian',
  rules: () => [
    {
      id: 'KY.NONE',
      label: 'None',
      name: 'No tax ID issued',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [],
    },
  ],
}
