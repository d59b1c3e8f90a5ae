import { isDate } from '../checks/date.ts'
import { base36, digit, expectDigit, expectText, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const wrongOffice = invalidPart('Digits 8 to 10 are the office: 001 to 100, 120, 121, 888 or 999.')

// DPR 633/1972, art. 35, and the EU's TIN algorithms: seven digits, the office, Luhn.
function partitaIva(n: string): Fault | undefined {
  if (isZeros(n, 0, 7)) return allZeros
  const office = number(n, 7, 10)
  const known =
    (office > 0 && office < 101) || office === 120 || office === 121 || office === 888 || office === 999
  return known ? expectDigit(n, 10, luhnDigit(n, 0, 10)) : wrongOffice
}

// D.M. 23 December 1976 (Gazzetta Ufficiale no. 345): odd places, months, and letters for digits.
const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
const months = 'ABCDEHLMPRST'
const omocodia = 'LMNPQRSTUV'
const wrongDate = invalidPart("Characters 7 to 11 aren't a valid date of birth.")
const digitPlaces = [6, 7, 9, 10, 12, 13, 14]

function veiled(n: string, at: number): number {
  const value = digit(n, at)
  return value < 10 ? value : omocodia.indexOf(n.charAt(at))
}

function birthOf(n: string) {
  const day = veiled(n, 9) * 10 + veiled(n, 10)
  return {
    year: `${veiled(n, 6)}${veiled(n, 7)}`,
    month: months.indexOf(n.charAt(8)) + 1,
    day: day > 40 ? day - 40 : day,
    female: day > 40,
  }
}

function codiceFiscale(n: string): Fault | undefined {
  const { year, month, day } = birthOf(n)
  if (!isDate(Number(year), month, day)) return wrongDate
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const code = base36(n, i)
    const value = code < 10 ? code : code - 10
    sum += i % 2 === 0 ? (odd[value] ?? 0) : value
  }
  return expectText(n, 15, String.fromCharCode(65 + (sum % 26)))
}

export const it: CountryRule = {
  code: 'IT',
  name: 'Italy',
  adjective: 'Italian',
  labels: [
    'C.F. e P.IVA',
    'P.IVA e C.F.',
    'C.F. e P.I.',
    'Codice fiscale e Partita I.V.A.',
    'Partita IVA e Codice fiscale',
  ],
  rules: () => [
    {
      id: 'IT.IVA',
      label: 'Partita IVA',
      name: 'VAT identification number',
      localName: 'Partita IVA',
      names: ['P.IVA', 'Part. IVA', 'Partita I.V.A.', 'P.I.'],
      noun: 'VAT number',
      kinds: ['vat', 'tin'],
      check: 'checksum',
      lostZeros: 3,
      prefixes: ['IT'],
      forms: [{ pattern: 'ddddddddddd' }],
      verify: partitaIva,
    },
    {
      id: 'IT.CF',
      label: 'Codice fiscale',
      name: 'Tax code',
      localName: 'Codice fiscale',
      names: ['Cod. Fisc.', 'Cod. fiscale', 'C.F. e n. iscrizione'],
      noun: 'codice fiscale',
      kinds: ['tin', 'person'],
      check: 'checksum',
      // Ministry of Finance, decree of 23 December 1976.
      changes: [
        {
          date: '1976-12-23',
          text: 'If two people would have the same code, letters replace digits in one of them (omocodia).',
        },
      ],
      sets: { q: '0123456789LMNPQRSTUV', m: 'ABCDEHLMPRST', p: 'ABCDEFGHIJKLMZ' },
      forms: [{ pattern: 'aaaaaaqqmqqpqqqa', mask: '### ### ##### #####' }, { pattern: 'ddddddddddd' }],
      // Organizations have eleven digits with the same structure.
      verify: (n) => (n.length === 16 ? codiceFiscale(n) : partitaIva(n)),
      facts: (n) => {
        if (n.length === 11) return { kind: 'organization or provisional code' }
        const { year, female } = birthOf(n)
        return {
          kind: 'person',
          birthYear: `${year} (century not stated)`,
          sex: female ? 'female' : 'male',
          ...(digitPlaces.some((at) => digit(n, at) > 9) && { omocodia: 'letters replace some digits' }),
        }
      },
    },
    eori('IT'),
  ],
}
