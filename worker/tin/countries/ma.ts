import { expectText, isZeros } from '../checks/digits.ts'
import { modulo } from '../checks/modulo.ts'
import { type CountryRule, type Fault, formsOfLengths, neverIssued } from '../country-rule.ts'

const noCompany = neverIssued('The first nine digits identify the enterprise and are never all zeros.')

// Decree 2-11-63 of 20 May 2011: enterprise, establishment, check digits; all is divisible by 97.
function ice(n: string): Fault | undefined {
  if (isZeros(n, 0, 9)) return noCompany
  const check = 97 - ((modulo(n, 0, 13, 97) * 100) % 97)
  return expectText(n, 13, String(check).padStart(2, '0'))
}

export const ma: CountryRule = {
  code: 'MA',
  name: 'Morocco',
  adjective: 'Moroccan',
  rules: () => [
    {
      id: 'MA.ICE',
      name: 'Common enterprise identifier',
      localName: 'Identifiant Commun de l’Entreprise',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      lostZeros: 4,
      forms: [{ pattern: 'd'.repeat(15) }],
      verify: ice,
      facts: (n) => (isZeros(n, 9, 13) ? undefined : { establishment: n.slice(9, 13) }),
    },
    {
      id: 'MA.IF',
      name: 'Tax identifier',
      localName: 'Identifiant fiscal',
      noun: 'tax identifier (IF)',
      kinds: ['tin', 'vat'],
      basis: 'secondary',
      forms: formsOfLengths('d', 7, 8),
    },
  ],
}
