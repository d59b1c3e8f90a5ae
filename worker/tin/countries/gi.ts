import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const gi: CountryRule = {
  code: 'GI',
  name: 'Gibraltar',
  adjective: 'Gibraltar',
  rules: () => [
    {
      id: 'GI.TIN',
      label: 'TIN',
      name: 'Tax reference number',
      check: 'none',
      basis: 'secondary',
      forms: formsOfLengths('d', 5, 6),
    },
  ],
}
