import { type CountryRule, formsOfLengths, invalidPart } from '../country-rule.ts'
import { swissUid } from './ch.ts'

const tooShort = invalidPart('A PEID has at least four digits after its leading zeros.')
const withoutZeros = (text: string) => text.replace(/^0+(?=\d)/, '')

export const li: CountryRule = {
  code: 'LI',
  name: 'Liechtenstein',
  adjective: 'Liechtenstein',
  rules: () => [
    {
      id: 'LI.MWST',
      label: 'MWST-Nr.',
      name: 'VAT number',
      localName: 'Mehrwertsteuernummer',
      noun: 'VAT number',
      kinds: ['vat'],
      // Amt für Statistik, "Umsetzung der UID in Liechtenstein": five digits still; some have a Swiss UID, too.
      forms: [
        { pattern: 'ddddd', mask: '## ###' },
        { pattern: 'CHEddddddddd', mask: '###-###.###.###' },
        { pattern: 'CHEdddddddddMWST', mask: '###-###.###.### ####' },
      ],
      verify: (n) => (n.length > 5 ? swissUid(n) : undefined),
    },
    {
      id: 'LI.PEID',
      name: 'Personal identification number',
      localName: 'Personenidentifikationsnummer',
      // OECD AEOI page: up to twelve digits, without leading zeros.
      sets: { f: '123456789' },
      forms: formsOfLengths('d', 3, 11).flatMap(({ pattern }) => [
        { pattern: `f${pattern}` },
        { pattern: `0${pattern}`, canonical: withoutZeros },
      ]),
      verify: (n) => (n.length < 4 ? tooShort : undefined),
    },
  ],
}
