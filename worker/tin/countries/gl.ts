import { cpr, cprChanges, cprFacts, cprWarning, cvrDigit } from '../checks/danish.ts'
import { digit } from '../checks/digits.ts'
import { countryWithOneType, type Warning } from '../country-rule.ts'

const isPerson = (n: string) => n.length === 10

function businessWarning(n: string): Warning | undefined {
  if (digit(n, 7) === cvrDigit(n)) return undefined
  return {
    code: 'CHECKSUM_NOT_VERIFIABLE',
    message:
      "This isn't the check digit of a CVR number, and no rule is published for the older GER numbers.",
  }
}

export const gl = countryWithOneType(
  { code: 'GL', name: 'Greenland', adjective: 'Greenlandic', labels: ['CVR'] },
  {
    id: 'GL.TIN',
    label: 'CPR / GER',
    name: 'Civil registration or business registration number',
    localName: 'CPR-nummer / GER-nummer',
    noun: 'CPR or GER number',
    kinds: ['tin', 'person'],
    check: 'structure',
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd', mask: '######-####' }, { pattern: 'dddddddd' }],
    verify: (n) => (isPerson(n) ? cpr(n) : undefined),
    warn: (n) => (isPerson(n) ? cprWarning(n) : businessWarning(n)),
    facts: (n) => (isPerson(n) ? cprFacts(n) : undefined),
    changes: cprChanges,
  },
)
