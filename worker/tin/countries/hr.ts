import { expectDigit, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { mod11x10 } from '../checks/modulo.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

export const hr: CountryRule = {
  code: 'HR',
  name: 'Croatia',
  adjective: 'Croatian',
  labels: ['PDV ID', 'PDV br.', 'PDV identifikacijski broj'],
  rules: () => [
    {
      id: 'HR.OIB',
      name: 'Personal identification number, also for VAT',
      localName: 'Osobni identifikacijski broj',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      prefixes: ['HR'],
      forms: [{ pattern: 'ddddddddddd', mask: '###########' }],
      // Porezna uprava; ISO/IEC 7064 MOD 11,10.
      verify: (n) => (isZeros(n, 0, 10) ? allZeros : expectDigit(n, 10, mod11x10(n, 0, 10))),
    },
    eori('HR'),
  ],
}
