import { expectText, zeros } from '../checks/digits.ts'
import { frenchKey } from '../checks/french-key.ts'
import { allZeros, type CountryRule } from '../rule.ts'

export const mc: CountryRule = {
  code: 'MC',
  name: 'Monaco',
  adjective: 'Monegasque',
  rules: () => [
    {
      id: 'MC.TVA',
      label: 'n° TVA',
      name: 'VAT identification number',
      localName: 'Numéro de TVA intracommunautaire',
      noun: 'VAT number',
      holder: 'any',
      check: 'checksum',
      prefixes: ['FR'],
      forms: [{ pattern: 'dd000dddddd', mask: 'FR ## ### ### ###' }],
      // A French number (VIES) with 000 in place of the first half of a SIREN, to which no Luhn digit belongs.
      verify: (n) => {
        if (zeros(n, 5, 11)) return allZeros
        return expectText(n, 0, frenchKey(n))
      },
    },
  ],
}
