import { cpr, cprChanges, cprFacts, cprWarning, cvrDigit } from '../checks/danish.ts'
import { expectDigit } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import type { CountryRule } from '../country-rule.ts'

export const dk: CountryRule = {
  code: 'DK',
  name: 'Denmark',
  adjective: 'Danish',
  labels: ['Moms'],
  rules: () => [
    {
      id: 'DK.CVR',
      label: 'CVR / SE',
      name: 'Business and VAT registration number',
      localName: 'CVR-nummer / SE-nummer',
      names: ['Company registration', 'Company'],
      noun: 'CVR or VAT number',
      kinds: ['vat', 'business', 'tin'],
      check: 'checksum',
      prefixes: ['DK'],
      sets: { f: '123456789' },
      forms: [{ pattern: 'fddddddd' }],
      verify: (n) => expectDigit(n, 7, cvrDigit(n)),
    },
    {
      id: 'DK.CPR',
      name: 'Civil registration number',
      localName: 'Personnummer',
      noun: 'CPR number',
      kinds: ['person', 'tin'],
      check: 'structure',
      lostZeros: 1,
      forms: [{ pattern: 'dddddddddd', mask: '######-####' }],
      verify: cpr,
      warn: cprWarning,
      facts: cprFacts,
      changes: cprChanges,
    },
    eori('DK'),
  ],
}
