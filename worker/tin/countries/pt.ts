import { expectDigit } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, invalidPart } from '../country-rule.ts'

const weights = [9, 8, 7, 6, 5, 4, 3, 2]
const wrongStart = invalidPart('No kind of taxpayer has a NIF that begins with these two digits.')

/** Autoridade Tributária: unassigned within 4, 7 and 9. */
const unassigned = /^(?:4[0-46-9]|7[36]|9[2-7])/

const kinds: Readonly<Record<string, string>> = {
  1: 'person',
  2: 'person',
  3: 'person',
  45: 'non-resident person',
  5: 'company',
  6: 'public body',
  70: 'undivided estate',
  71: 'non-resident entity',
  72: 'investment fund',
  74: 'undivided estate',
  75: 'undivided estate',
  77: 'entity registered by the tax office',
  78: 'non-resident with VAT refund',
  8: 'sole trader',
  90: 'condominium, estate or irregular company',
  91: 'condominium, estate or irregular company',
  98: 'non-resident without establishment',
  99: 'civil partnership',
}

export const pt: CountryRule = {
  code: 'PT',
  name: 'Portugal',
  adjective: 'Portuguese',
  labels: ['Contribuinte', 'Contrib.', 'Cont.', 'Pessoa Coletiva', 'Pessoa Colectiva'],
  rules: () => [
    {
      id: 'PT.NIF',
      label: 'NIF / NIPC',
      name: 'Tax and VAT identification number',
      localName: 'Número de Identificação Fiscal',
      noun: 'NIF',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      prefixes: ['PT'],
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddd', mask: '### ### ###' }],
      // Decreto-Lei 14/2013 and VIES: a result of 10 or 11 is written as 0.
      verify: (n) => {
        if (unassigned.test(n)) return wrongStart
        return expectDigit(n, 8, ((11 - (weightedSum(n, weights) % 11)) % 11) % 10)
      },
      warn: (n) => {
        if (n === '999999990') {
          const message = 'This number represents any final consumer and belongs to nobody.'
          return { code: 'GENERIC_NUMBER', message }
        }
        if (!n.startsWith('8')) return undefined
        const message = 'Numbers that begin with 8 were for sole traders and are no longer issued.'
        return { code: 'OLD_FORM', message }
      },
      facts: (n) => {
        const kind = kinds[n.slice(0, 2)] ?? kinds[n.charAt(0)]
        return kind === undefined || n === '999999990' ? undefined : { kind }
      },
      changes: [{ date: '2019-06', text: 'Numbers of people may begin with 3.' }],
    },
    eori('PT'),
  ],
}
