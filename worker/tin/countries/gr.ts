import { expectDigit } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import type { CountryRule } from '../country-rule.ts'

const weights = [256, 128, 64, 32, 16, 8, 4, 2]

export const gr: CountryRule = {
  code: 'GR',
  name: 'Greece',
  adjective: 'Greek',
  labels: ['ΕΛ'],
  rules: () => [
    {
      id: 'GR.AFM',
      label: 'ΑΦΜ',
      name: 'Tax and VAT number',
      localName: 'Αριθμός Φορολογικού Μητρώου',
      noun: 'VAT number',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      prefixes: ['EL', 'GR'],
      forms: [
        { pattern: 'ddddddddd' },
        {
          pattern: 'yddddddd',
          zeros: 1,
          old: 'Old numbers have eight digits; today they are written with a leading zero.',
        },
      ],
      // Independent Authority for Public Revenue (AADE), in VIES and in the EU's TIN algorithms.
      verify: (n) => expectDigit(n, 8, (weightedSum(n, weights) % 11) % 10),
    },
    eori('GR'),
  ],
}
