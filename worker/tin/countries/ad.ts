import { number } from '../checks/digits.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const resident = invalidPart('After F, for residents, the number is at most 699999.')
const company = invalidPart('After A and L, for companies, the number runs from 700000 to 799999.')

const kinds: Readonly<Record<string, string>> = {
  A: 'public limited company',
  E: 'non-resident person',
  F: 'resident person',
  L: 'limited company',
}

// OECD AEOI page.
function nrt(n: string): Fault | undefined {
  const hundred = number(n, 1, 2)
  const letter = n.charAt(0)
  if (letter === 'F') return hundred < 7 ? undefined : resident
  return (letter === 'A' || letter === 'L') && hundred !== 7 ? company : undefined
}

export const ad: CountryRule = {
  code: 'AD',
  name: 'Andorra',
  adjective: 'Andorran',
  rules: () => [
    {
      id: 'AD.NRT',
      name: 'Tax register number',
      localName: 'Número de Registre Tributari',
      kinds: ['tin', 'vat'],
      check: 'structure',
      prefixes: ['AD'],
      sets: { f: 'ACDEFGLOPU' },
      forms: [{ pattern: 'fdddddda', mask: '#-######-#' }],
      verify: nrt,
      warn: () => ({
        code: 'CHECKSUM_NOT_VERIFIABLE',
        message: "The last letter of an NRT is a check letter whose rule isn't published.",
      }),
      facts: (n) => {
        const kind = kinds[n.charAt(0)]
        return kind === undefined ? undefined : { kind }
      },
    },
  ],
}
