import { digit, expectDigit, expectText, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { modulo } from '../checks/modulo.ts'
import { allZeros, besideRegister, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const keyAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const laPoste = '356000000'
const noSiren = invalidPart("The last nine digits aren't a valid SIREN; one of them was probably mistyped.")
const noSiret = invalidPart("The first nine digits aren't a valid SIREN; one of them was probably mistyped.")

/** The key before a SIREN: 12 and three times the SIREN, modulo 97 (Code général des impôts, annexe II). */
export function frenchKey(n: string): string {
  return String((12 + 3 * modulo(n, 2, 11, 97)) % 97).padStart(2, '0')
}

function siren(n: string, from = 0): boolean {
  return luhnDigit(n, from, from + 8) === digit(n, from + 8)
}

// CGI, annexe II; the key with letters as the French administration gave it to the Commission (VIES).
function tva(n: string): Fault | undefined {
  if (isZeros(n, 2, 11)) return allZeros
  // Monaco's numbers have 000 instead of a SIREN.
  if (!isZeros(n, 2, 5) && !siren(n, 2)) return noSiren
  const a = keyAlphabet.indexOf(n.charAt(0))
  const b = keyAlphabet.indexOf(n.charAt(1))
  if (a < 10 && b < 10) {
    return expectText(n, 0, frenchKey(n))
  }
  const key = a < 10 ? a * 24 + b - 10 : a * 34 + b - 100
  const fits = (modulo(n, 2, 11, 11) + 1 + Math.floor(key / 11)) % 11 === key % 11
  return fits ? undefined : { code: 'INVALID_CHECKSUM', at: 0, expected: '' }
}

function digitSum(n: string): number {
  let sum = 0
  for (let i = 0; i < n.length; i++) sum += digit(n, i)
  return sum
}

// INSEE: Luhn over all fourteen digits; La Poste's branches need only a digit sum divisible by five.
function siret(n: string): Fault | undefined {
  if (isZeros(n, 0, 9)) return allZeros
  if (!siren(n)) return noSiret
  if (n.startsWith(laPoste) && digitSum(n) % 5 === 0) return undefined
  return expectDigit(n, 13, luhnDigit(n, 0, 13))
}

export const fr: CountryRule = {
  code: 'FR',
  name: 'France',
  adjective: 'French',
  read: besideRegister(String.raw`R\.?\s?C\.?\s?S`),
  labels: ['Intra-communautaire', 'Intracom', 'Intra', 'CEE', 'UE', 'Code TVA', 'ID TVA', 'Identifiant TVA'],
  rules: () => [
    {
      id: 'FR.TVA',
      label: 'n° TVA',
      name: 'VAT identification number',
      localName: 'Numéro de TVA intracommunautaire',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['FR'],
      sets: { k: keyAlphabet },
      forms: [{ pattern: 'kkddddddddd', mask: 'FR ## ### ### ###' }],
      verify: tva,
    },
    {
      id: 'FR.SIREN',
      name: 'Company identification number',
      localName: 'Système d’identification du répertoire des entreprises',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd', mask: '### ### ###' }],
      // INSEE; ISO/IEC 7812-1.
      verify: (n) => expectDigit(n, 8, luhnDigit(n, 0, 8)),
    },
    {
      id: 'FR.SIRET',
      name: 'Establishment identification number',
      localName: 'Système d’identification du répertoire des établissements',
      holder: 'company',
      kinds: ['business'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'dddddddddddddd', mask: '### ### ### #####' }],
      verify: siret,
      warn: (n) =>
        digit(n, 13) === luhnDigit(n, 0, 13)
          ? undefined
          : {
              code: 'CHECKSUM_MISMATCH_TOLERATED',
              message:
                "La Poste's branches have SIRETs that don't pass the usual check. This one passes La Poste's own.",
            },
      facts: (n) => ({ siren: n.slice(0, 9) }),
    },
    {
      id: 'FR.NIF',
      label: 'NIF (SPI)',
      name: 'Personal tax reference number',
      localName: 'Numéro fiscal de référence',
      noun: 'numéro fiscal (SPI)',
      holder: 'person',
      check: 'checksum',
      lostZeros: 1,
      sets: { f: '0123' },
      forms: [{ pattern: 'fdddddddddddd', mask: '## ## ### ### ###' }],
      // DGFiP in the OECD's AEOI page and the EU's TIN algorithms: the first ten digits modulo 511.
      verify: (n) =>
        isZeros(n, 0, 10) ? allZeros : expectText(n, 10, String(number(n, 0, 10) % 511).padStart(3, '0')),
    },
    eori('FR'),
  ],
}
