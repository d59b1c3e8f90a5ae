import type { CountryRule } from '../rule.ts'

export const vg: CountryRule = {
  code: 'VG',
  name: 'British Virgin Islands',
  adjective: 'Virgin Islands',
  rules: () => [
    {
      id: 'VG.NONE',
      label: 'None',
      name: 'No tax ID issued',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: [],
    },
  ],
}
