import { expectDigit } from '../checks/digits.ts'
import { jmbg, jmbgFacts } from '../checks/jmbg.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import type { CountryRule } from '../country-rule.ts'

const weights = [8, 7, 6, 5, 4, 3, 2]

export const me: CountryRule = {
  code: 'ME',
  name: 'Montenegro',
  adjective: 'Montenegrin',
  labels: ['ПИБ', 'JMBG'],
  rules: () => [
    {
      id: 'ME.PIB',
      name: 'Tax identification number',
      localName: 'Poreski identifikacioni broj',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'dddddddd' }, { pattern: 'ddddddddddddd' }],
      // Law on Tax Administration; persons use the JMBG.
      verify: (n) =>
        n.length === 13 ? jmbg(n) : expectDigit(n, 7, ((11 - (weightedSum(n, weights) % 11)) % 11) % 10),
      facts: (n) => (n.length === 13 ? jmbgFacts(n) : undefined),
    },
    {
      id: 'ME.PDV',
      label: 'PDV broj',
      name: 'VAT number',
      localName: 'PDV broj',
      noun: 'VAT number',
      kinds: ['vat'],
      basis: 'secondary',
      // Invoices of businesses: 31 is in all of them, and no rule for a check digit is published.
      forms: [{ pattern: 'dd31dddddd', mask: '##/##-#####-#' }],
    },
  ],
}
