import { type CountryRule, formsOfLengths } from '../country-rule.ts'

export const gg: CountryRule = {
  code: 'GG',
  name: 'Guernsey',
  adjective: 'Guernsey',
  rules: () => [
    {
      id: 'GG.SSN',
      label: 'Social security no.',
      name: 'Social security number',
      noun: 'social security number',
      kinds: ['person', 'tin'],
      basis: 'secondary',
      sets: { n: 'ABCD' },
      // OECD, TIN sheet of Guernsey: people who moved there before 1979 kept the number of the UK or Jersey.
      forms: [{ pattern: 'GYdddddd' }, { pattern: 'aaddddddn', mask: '## ## ## ## #' }],
    },
    {
      id: 'GG.TIN',
      label: 'Registration / tax reference no.',
      name: 'Registration number or tax reference number of entities',
      noun: 'registration or tax reference number',
      holder: 'company',
      kinds: ['tin', 'business'],
      // OECD, TIN sheet of Guernsey: companies, partnerships and foundations have their registration number, charities one
      // with CH, non-profits one with NP, and entities from elsewhere a tax reference number.
      forms: [
        ...formsOfLengths('d', 1, 6),
        ...['CH', 'NP'].flatMap((start) =>
          formsOfLengths('d', 1, 3).map(({ pattern }) => ({ pattern: start + pattern })),
        ),
        ...['a', 'aa'].flatMap((letters) => [
          { pattern: `d${letters}dddddd`, mask: `#${'#'.repeat(letters.length)} ######` },
          { pattern: `d${letters}dddddda`, mask: `#${'#'.repeat(letters.length)} ######/#` },
        ]),
      ],
    },
  ],
}
