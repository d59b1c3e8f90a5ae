import { countryWithOneType } from '../country-rule.ts'

export const sc = countryWithOneType(
  { code: 'SC', name: 'Seychelles', adjective: 'Seychellois' },
  {
    id: 'SC.TIN',
    name: 'Taxpayer identification number',
    forms: [{ pattern: 'ddddddddd', mask: '###-###-###' }],
    // OECD AEOI TIN page of the Seychelles: nine digits with an unpublished checksum.
    warn: () => ({
      code: 'CHECKSUM_NOT_VERIFIABLE',
      message: "A Seychellois TIN contains a check digit whose rule isn't published.",
    }),
  },
)
