import { isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

export const ci: CountryRule = {
  code: 'CI',
  name: 'Côte d’Ivoire',
  adjective: 'Ivorian',
  labels: ['N° CC', 'CC'],
  rules: () => [
    {
      id: 'CI.NCC',
      label: 'NCC',
      name: 'Taxpayer account number',
      localName: 'Numéro de compte contribuable',
      noun: 'taxpayer account number',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'none',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddda', mask: '####### #' }],
      verify: (n) => (isZeros(n, 0, 7) ? allZeros : undefined),
      warn: () => ({
        code: 'CHECKSUM_NOT_VERIFIABLE',
        message: "The last letter is a check letter whose rule isn't published.",
      }),
    },
  ],
}
