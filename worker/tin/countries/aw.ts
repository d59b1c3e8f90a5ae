import type { CountryRule } from '../country-rule.ts'

export const aw: CountryRule = {
  code: 'AW',
  name: 'Aruba',
  adjective: 'Aruban',
  labels: ['Persoonsnr.'],
  rules: () => [
    {
      // OECD, AEOI portal, Aruba.
      id: 'AW.PN',
      label: 'Persoonsnummer',
      name: 'Tax identification number',
      localName: 'Persoonsnummer',
      kinds: ['tin', 'person'],
      check: 'none',
      forms: [{ pattern: 'dddddddd', mask: '########' }],
    },
  ],
}
