import type { CountryRule } from '../country-rule.ts'

export const bn: CountryRule = {
  code: 'BN',
  name: 'Brunei',
  adjective: 'Bruneian',
  rules: () => [
    {
      id: 'BN.UEN',
      label: 'Registration No.',
      name: 'Registration number of companies and business names',
      noun: 'registration number',
      holder: 'company',
      kinds: ['tin', 'business'],
      // OECD AEOI TIN page of Brunei: private companies RC, foreign branches RFC, sole traders P.
      forms: [{ pattern: 'RCdddddddd' }, { pattern: 'RFCdddddddd' }, { pattern: 'Pdddddddd' }],
      facts: (n) => ({ kind: kinds[n.slice(0, -8)] ?? '' }),
    },
    {
      id: 'BN.NRIC',
      name: 'National registration identity card number',
      kinds: ['person', 'tin'],
      // OECD AEOI TIN page of Brunei: people have no TIN; the NRIC serves instead.
      forms: [{ pattern: 'dddddddd', mask: '##-######' }],
    },
  ],
}

const kinds: Readonly<Record<string, string>> = {
  RC: 'private company',
  RFC: 'branch of a foreign company',
  P: 'sole trader',
}
