import { expectText, isZeros } from '../checks/digits.ts'
import { allZeros, countryWithOneType } from '../country-rule.ts'
import { frenchKey } from './fr.ts'

export const mc = countryWithOneType(
  { code: 'MC', name: 'Monaco', adjective: 'Monegasque' },
  {
    id: 'MC.TVA',
    label: 'n° TVA',
    name: 'VAT identification number',
    localName: 'Numéro de TVA intracommunautaire',
    noun: 'VAT number',
    kinds: ['vat'],
    check: 'checksum',
    prefixes: ['FR'],
    forms: [{ pattern: 'dd000dddddd', mask: 'FR ## ### ### ###' }],
    // A French number (VIES) with 000 instead of the first half of a SIREN, and without a Luhn digit.
    verify: (n) => {
      if (isZeros(n, 5, 11)) return allZeros
      return expectText(n, 0, frenchKey(n))
    },
  },
)
