import { digit, expectDigit, expectText, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault } from '../country-rule.ts'

const company = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const first = [7, ...company]
const second = [3, ...first]

const toDigit = (sum: number) => (sum % 11) % 10

// Federal Tax Service, order ММВ-7-6/435@ of 29 June 2012.
function inn(n: string): Fault | undefined {
  if (n.length === 10) return expectDigit(n, 9, toDigit(weightedSum(n, company)))
  const one = toDigit(weightedSum(n, first))
  const two = toDigit(weightedSum(n, second.slice(0, 10)) + one * 8)
  return digit(n, 10) === one ? expectDigit(n, 11, two) : expectText(n, 10, `${one}${two}`)
}

export const ru: CountryRule = {
  code: 'RU',
  name: 'Russia',
  adjective: 'Russian',
  // Invoices add the КПП.
  read: (_, typed) =>
    typed.length > 12 ? /^(.*\d)[\s,;/]*(?:КПП|KPP)[\s:]*\d{4}\w\w\d{3}$/i.exec(typed)?.[1] : undefined,
  rules: () => [
    {
      id: 'RU.INN',
      label: 'ИНН',
      name: 'Taxpayer identification number',
      localName: 'Идентификационный номер налогоплательщика',
      noun: 'INN',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 1,
      forms: [
        { pattern: 'dddddddddd' },
        { pattern: 'dddddddddddd' },
        // Invoices write ИНН/КПП.
        {
          pattern: 'ddddddddddddddxxddd',
          mask: '##########',
          typed: '##########/#########',
          canonical: (text) => text.slice(0, 10),
          unlisted: true,
        },
      ],
      verify: inn,
      facts: (n) => ({ kind: n.length === 10 ? 'company' : 'person' }),
    },
    {
      id: 'RU.KPP',
      label: 'КПП',
      name: 'Tax registration reason code',
      localName: 'Код причины постановки на учёт',
      noun: 'KPP',
      holder: 'company',
      kinds: ['business'],
      onRequest: true,
      basis: 'secondary',
      // NNNNPPXXX: the tax office, the reason for the registration, a serial number. Letters are not confirmed.
      forms: [{ pattern: 'ddddxxddd' }],
      verify: (n) => (isZeros(n, 0, 4) || isZeros(n, 6, 9) ? allZeros : undefined),
    },
  ],
}
