import { birthOf, codiceFiscale, hasLettersForDigits } from '../checks/codice-fiscale.ts'
import { expectDigit, isZeros, number } from '../checks/digits.ts'
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
          ...(hasLettersForDigits(n) && { omocodia: 'letters replace some digits' }),
        }
      },
    },
    eori('IT'),
  ],
}
