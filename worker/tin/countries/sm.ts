import { type CountryRule, formsOfLengths } from '../country-rule.ts'

const padded = (text: string) => text.padStart(5, '0')

export const sm: CountryRule = {
  code: 'SM',
  name: 'San Marino',
  adjective: 'San Marino',
  rules: () => [
    {
      id: 'SM.COE',
      label: 'COE',
      name: 'Economic operator code',
      localName: 'Codice operatore economico',
      holder: 'any',
      check: 'none',
      prefixes: ['SM'],
      // Leading zeros are written after SM and often omitted without it.
      forms: formsOfLengths('d', 1, 5).map(({ pattern }) => ({
        pattern,
        mask: 'SM#####',
        canonical: padded,
      })),
    },
  ],
}
