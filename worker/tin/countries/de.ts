import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { mod11x10 } from '../checks/modulo.ts'
import { hasDistrict, type State, states, unify } from '../checks/steuernummer.ts'
import { type CountryRule, type Fault, invalidPart, neverIssued } from '../country-rule.ts'

const repeats = invalidPart(
  'Exactly one of the first ten digits must occur two or three times, but not three times in a row.',
)
const noState = invalidPart('No German state has Steuernummern that begin like this.')
const noDistrict = invalidPart('The district in the middle of the number is never issued.')
const noBusiness = neverIssued("The part after the dash can't be 00000.")

/** BZSt: one digit twice (numbers of before 2016), or also three times but not in a row (since then). */
function repeatsWell(n: string): boolean {
  let once = 0
  let twice = 0
  let thrice = 0
  for (let i = 0; i < 10; i++) {
    const bit = 1 << digit(n, i)
    if ((thrice & bit) !== 0) return false
    if ((twice & bit) !== 0) thrice |= bit
    if ((once & bit) !== 0) twice |= bit
    once |= bit
    if (i > 1 && n.charCodeAt(i) === n.charCodeAt(i - 1) && n.charCodeAt(i) === n.charCodeAt(i - 2))
      return false
  }
  return twice !== 0 && (twice & (twice - 1)) === 0
}

/** States that use this format, each with the number's unified form. */
function readings(n: string): [State, string][] {
  const found: [State, string][] = []
  for (const state of states) {
    const unified = n.length < 13 ? unify(state, n) : n.startsWith(state.unified) ? n : undefined
    if (unified !== undefined) found.push([state, unified])
  }
  return found
}

function possibleStates(n: string): string[] {
  return readings(n).flatMap(([{ name, check }, unified]) =>
    hasDistrict(unified) && check(unified) === digit(unified, 12) ? [name] : [],
  )
}

function steuernummer(n: string): Fault | undefined {
  const read = readings(n)
  if (read.length === 0) return noState
  return read.some(([, unified]) => hasDistrict(unified)) ? undefined : noDistrict
}

/** A number that no state's check digit fits can be of any of them. */
function statesOf(n: string): string[] {
  const fitting = possibleStates(n)
  return fitting.length > 0 ? fitting : readings(n).map(([{ name }]) => name)
}

export const de: CountryRule = {
  code: 'DE',
  name: 'Germany',
  adjective: 'German',
  labels: ['gemäß § 27 a', 'gem. § 27 a', 'nach § 27 a', 'UStG', 'Umsatzsteuergesetz'],
  rules: () => [
    {
      id: 'DE.VAT',
      label: 'USt-IdNr.',
      name: 'VAT identification number',
      localName: 'Umsatzsteuer-Identifikationsnummer',
      names: ['Umsatzsteuer-ID', 'Umsatzsteuer-Ident', 'USt-Ident', 'UID', 'EG-USt-IdNr.'],
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['DE'],
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddd' }],
      // BZSt; ISO/IEC 7064 MOD 11,10.
      verify: (n) => expectDigit(n, 8, mod11x10(n, 0, 8)),
    },
    {
      id: 'DE.IDNR',
      label: 'IdNr.',
      name: 'Personal tax identification number',
      localName: 'Steuerliche Identifikationsnummer',
      names: ['Steuer-ID', 'Steuer-IdNr.', 'Steuer-Identifikationsnummer', 'Identifikationsnummer'],
      holder: 'person',
      check: 'checksum',
      sets: { f: '123456789' },
      changes: [
        { date: '2016', text: 'A digit can occur three times. Before, exactly one digit occurred twice.' },
      ],
      forms: [{ pattern: 'fdddddddddd', mask: '## ### ### ###' }],
      // § 139b AO and BZSt; ISO/IEC 7064 MOD 11,10.
      verify: (n) => (repeatsWell(n) ? expectDigit(n, 10, mod11x10(n, 0, 10)) : repeats),
    },
    {
      id: 'DE.STNR',
      label: 'Steuernummer',
      name: 'Tax number of the local tax office',
      localName: 'Steuernummer',
      names: ['Steuer-Nr.'],
      check: 'checksum',
      forms: [
        { pattern: 'dddddddddd', mask: '##/###/#####' },
        { pattern: 'ddddddddddd', mask: '###/###/#####' },
        // Bayerisches Landesamt für Steuern for ELSTER: North Rhine-Westphalia writes FFF/BBBB/UUUP.
        { pattern: 'ddddddddddd', mask: '###/####/####' },
        { pattern: 'dddd0dddddddd' },
      ],
      verify: steuernummer,
      slackIfLaidOut: true,
      warn: (n) => {
        const names = possibleStates(n)
        if (names.length === 0) {
          return {
            code: 'CHECKSUM_MISMATCH_TOLERATED',
            message:
              "The check digit doesn't match the rule of any state, as in some genuine numbers. Check the number again.",
          }
        }
        if (n.length === 13 || names.length === 1) return undefined
        return {
          code: 'CHECKSUM_NOT_VERIFIABLE',
          message:
            "The number doesn't include its state, and its check digit matches more than one. Use the 13-digit form to be sure.",
        }
      },
      facts: (n) => {
        const names = statesOf(n)
        return names.length === 1 ? { state: names.join() } : { possibleStates: names.join(', ') }
      },
    },
    {
      id: 'DE.WIDNR',
      label: 'W-IdNr.',
      name: 'Business identification number',
      localName: 'Wirtschafts-Identifikationsnummer',
      holder: 'company',
      kinds: ['tin', 'business'],
      check: 'checksum',
      sets: { f: '123456789' },
      changes: [{ date: '2024-11', text: 'The number was introduced and is being issued in phases.' }],
      forms: [{ pattern: 'DEfddddddddddddd', mask: '###########-#####' }],
      // § 139c AO: since November 2024, built like the VAT number with five digits for the activity.
      verify: (n) => {
        if (isZeros(n, 11, 16)) return noBusiness
        return expectDigit(n, 10, mod11x10(n, 2, 10))
      },
      facts: (n) => ({ activity: String(number(n, 11, 16)) }),
    },
    eori('DE'),
  ],
}
