import { britishVat, britishVatForms } from '../checks/british-vat.ts'
import { countryWithOneType } from '../country-rule.ts'

const kinds: Readonly<Record<string, string>> = { C: 'company', H: 'individual', M: 'individual' }

const isVat = (n: string) => /^(?:GD|HA|\d)/.test(n)

export const im = countryWithOneType(
  { code: 'IM', name: 'Isle of Man', adjective: 'Manx' },
  {
    id: 'IM.TRN',
    label: 'TRN / VAT',
    name: 'Tax reference, VAT or National Insurance number',
    noun: 'tax reference number',
    kinds: ['tin', 'vat'],
    check: 'structure',
    basis: 'secondary',
    prefixes: ['GB'],
    sets: { f: 'HCX', n: 'ABCD' },
    forms: [
      { pattern: 'fdddddddd', mask: '#######-##' },
      { pattern: 'fdddddd', mask: '#######' },
      { pattern: 'MAddddddn', mask: '## ## ## ## #' },
      ...britishVatForms('GB'),
    ],
    // Value Added Tax Act 1996 (Isle of Man): one VAT register with the United Kingdom.
    verify: (n) => (isVat(n) ? britishVat(n) : undefined),
    facts: (n) => {
      const kind = isVat(n) ? undefined : kinds[n.charAt(0)]
      return kind === undefined ? undefined : { kind }
    },
  },
)
