import { anyLength, type CountryRule } from '../rule.ts'

export const gi: CountryRule = {
  code: 'GI',
  name: 'Gibraltar',
  adjective: 'Gibraltar',
  rules: () => [
    {
      id: 'GI.TIN',
      label: 'TIN',
      name: 'Tax reference number',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      forms: anyLength('d', 5, 6),
    },
  ],
}
