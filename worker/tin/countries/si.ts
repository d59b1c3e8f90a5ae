import { expectDigit } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { jmbg, jmbgFacts } from '../checks/jmbg.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import type { CountryRule } from '../country-rule.ts'

const weights = [8, 7, 6, 5, 4, 3, 2]

/** 10 is written as 0. 11 doesn't occur. */
const checkDigits = [10, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1]

function emsoFacts(n: string): Record<string, string> {
  const { kind: _kind, ...facts } = jmbgFacts(n)
  return facts
}

export const si: CountryRule = {
  code: 'SI',
  name: 'Slovenia',
  adjective: 'Slovenian',
  labels: ['DDV', 'ID za DDV', 'ID št. za DDV', 'Davčna št.', 'Identifikacijska številka za DDV', 'DŠ'],
  rules: () => [
    {
      id: 'SI.DS',
      label: 'Davčna številka',
      name: 'Tax number, also for VAT',
      localName: 'Davčna številka',
      noun: 'tax number',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      prefixes: ['SI'],
      sets: { f: '123456789' },
      forms: [{ pattern: 'fddddddd' }],
      // VIES and the EU's TIN algorithms.
      verify: (n) => expectDigit(n, 7, checkDigits[weightedSum(n, weights) % 11] ?? 10),
    },
    eori('SI'),
    {
      id: 'SI.EMSO',
      label: 'EMŠO',
      name: 'Unique personal identification number',
      localName: 'Enotna matična številka občana',
      kinds: ['person'],
      onRequest: true,
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd' }],
      verify: jmbg,
      facts: emsoFacts,
    },
  ],
}
