import type { CountryRule } from '../country-rule.ts'

export const je: CountryRule = {
  code: 'JE',
  name: 'Jersey',
  adjective: 'Jersey',
  rules: () => [
    {
      id: 'JE.TIN',
      label: 'TIN',
      name: 'Tax identification or social security number',
      noun: 'TIN',
      holder: 'any',
      check: 'none',
      basis: 'secondary',
      sets: { n: 'ABCD' },
      forms: [
        { pattern: 'dddddddddd', mask: '##########' },
        { pattern: 'JYddddddn', mask: '## ###### #' },
      ],
    },
  ],
}
