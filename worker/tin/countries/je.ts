import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const je = countryWithOneType(
  { code: 'JE', name: 'Jersey', adjective: 'Jersey' },
  {
    id: 'JE.TIN',
    name: 'Tax identification, tax reference or social security number',
    basis: 'secondary',
    sets: { n: 'ABCD', e: 'CDE' },
    // OECD, TIN sheet of Jersey: two letters, mostly JY, and six digits for persons; the tax reference number of companies
    // (C), partnerships (D, E) and others (E). Revenue Jersey issues ten digits today.
    forms: [
      { pattern: 'dddddddddd' },
      { pattern: 'aaddddddn', mask: '## ###### #' },
      ...formsOfLengths('d', 1, 5).map(({ pattern }) => ({ pattern: `ea${pattern}` })),
    ],
  },
)
