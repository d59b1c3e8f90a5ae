import { isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

const unverifiable = () => ({
  code: 'CHECKSUM_NOT_VERIFIABLE' as const,
  message: "The last letter is a check letter whose rule isn't published.",
})

export const ci: CountryRule = {
  code: 'CI',
  name: 'Côte d’Ivoire',
  adjective: 'Ivorian',
  labels: ['N° CC'],
  rules: () => [
    {
      id: 'CI.NCC',
      name: 'Taxpayer account number',
      localName: 'Numéro de compte contribuable',
      noun: 'taxpayer account number',
      kinds: ['tin', 'vat'],
      basis: 'secondary',
      forms: [{ pattern: 'ddddddda', mask: '####### #' }],
      warn: unverifiable,
    },
    {
      id: 'CI.IDU',
      name: 'Unique identifier of businesses',
      localName: 'Identifiant unique',
      noun: 'unique identifier',
      holder: 'company',
      kinds: ['tin', 'business', 'vat'],
      basis: 'secondary',
      // Imprints of businesses: the year, a serial number and a letter.
      forms: [{ pattern: 'CI20ddddddddda', mask: '##-####-####### #' }],
      verify: (n) => (isZeros(n, 6, 13) ? allZeros : undefined),
      warn: unverifiable,
      facts: (n) => ({ registrationYear: n.slice(2, 6) }),
      changes: [
        {
          date: '2020',
          text: 'One number replaces those of the tax office, social security and trade register.',
        },
      ],
    },
  ],
}
