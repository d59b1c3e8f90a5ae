import { countryWithOneType } from '../country-rule.ts'

export const lc = countryWithOneType(
  { code: 'LC', name: 'Saint Lucia', adjective: 'Saint Lucian' },
  {
    // Inland Revenue Department, "TINs & TANs". It often leaves out leading zeros itself (OECD, AEOI portal).
    id: 'LC.TIN',
    name: 'Taxpayer Identification Number',
    forms: [{ pattern: 'dddddd' }, { pattern: 'ydddd', zeros: 1 }, { pattern: 'yddd', zeros: 2 }],
  },
)
