import { digit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const entityLetters = 'JABCDEFGHI'

function letterFor(n: string, lead: number, from: number): string {
  return personLetters.charAt((lead * 10_000_000 + number(n, from, 8)) % 23)
}

function expectLetter(n: string, expected: string): Fault | undefined {
  return expected.includes(n.charAt(8))
    ? undefined
    : { code: 'INVALID_CHECKSUM', at: 8, expected: [...expected].join(' or ') }
}

// Ministerio del Interior, Real Decreto 1553/2005: the number modulo 23.
function dni(n: string): Fault | undefined {
  return isZeros(n, 0, 8) ? allZeros : expectLetter(n, letterFor(n, 0, 0))
}

// Real Decreto 557/2011: X, Y and Z count as 0, 1 and 2.
function nie(n: string): Fault | undefined {
  return isZeros(n, 1, 8) ? allZeros : expectLetter(n, letterFor(n, n.charCodeAt(0) - 88, 1))
}

// Orden EHA/451/2008. Sources disagree on which entities have the digit and which the letter, and on the
// letter of K, L and M. Either is accepted.
function cif(n: string): Fault | undefined {
  if (isZeros(n, 1, 8)) return allZeros
  const check = luhnDigit(n, 1, 8)
  const letter = entityLetters.charAt(check)
  if ('KLM'.includes(n.charAt(0))) {
    const other = letterFor(n, 0, 1)
    return expectLetter(n, letter === other ? letter : letter + other)
  }
  return expectLetter(n, check + letter)
}

function nif(n: string): Fault | undefined {
  if (digit(n, 0) < 10) return dni(n)
  return n.charCodeAt(0) >= 88 ? nie(n) : cif(n)
}

const entities: Readonly<Record<string, string>> = {
  A: 'public limited company (sociedad anónima)',
  B: 'limited company (sociedad limitada)',
  C: 'general partnership',
  D: 'limited partnership',
  E: 'community of property',
  F: 'cooperative',
  G: 'association or foundation',
  H: 'community of owners',
  J: 'civil partnership',
  K: 'Spanish person under 14',
  L: 'Spanish person living abroad',
  M: 'foreign person without NIE',
  N: 'foreign entity',
  P: 'local authority',
  Q: 'public body',
  R: 'religious institution',
  S: 'state or regional administration',
  U: 'joint venture',
  V: 'other entity',
  W: 'establishment of a non-resident',
}

const entityKind = (n: string) => {
  const kind = entities[n.charAt(0)]
  return kind === undefined ? undefined : { kind }
}
const entitySet = 'ABCDEFGHJKLMNPQRSUVW'

export const es: CountryRule = {
  code: 'ES',
  name: 'Spain',
  adjective: 'Spanish',
  rules: () => [
    {
      id: 'ES.DNI',
      name: 'National identity number',
      localName: 'Documento Nacional de Identidad',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 2,
      forms: [
        { pattern: 'dddddddda', mask: '########-#' },
        { pattern: 'dddddddda', mask: '##.###.###-#', unlisted: true },
      ],
      verify: dni,
    },
    {
      id: 'ES.NIE',
      name: "Foreigner's identity number",
      localName: 'Número de Identidad de Extranjero',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { f: 'XYZ' },
      forms: [{ pattern: 'fddddddda', mask: '#-#######-#' }],
      verify: nie,
    },
    {
      id: 'ES.CIF',
      name: 'Tax identification number of entities',
      localName: 'Código de Identificación Fiscal',
      changes: [
        {
          date: '2008-01-01',
          text: "The number of a legal entity is now called NIF. Its format didn't change.",
        },
      ],
      holder: 'company',
      kinds: ['tin', 'business'],
      check: 'checksum',
      sets: { f: 'ABCDEFGHJNPQRSUVW', c: '0123456789ABCDEFGHIJ' },
      forms: [{ pattern: 'fdddddddc' }],
      verify: cif,
      facts: entityKind,
    },
    {
      id: 'ES.NIF',
      name: 'Tax and VAT identification number',
      localName: 'Número de Identificación Fiscal',
      kinds: ['vat', 'tin'],
      check: 'checksum',
      lostZeros: 2,
      prefixes: ['ES'],
      sets: { f: entitySet, n: 'KLMXYZ' },
      forms: [
        { pattern: 'fdddddddd' },
        { pattern: 'fddddddda' },
        { pattern: 'nddddddda' },
        { pattern: 'dddddddda' },
      ],
      verify: nif,
      facts: entityKind,
    },
    eori('ES'),
  ],
}
