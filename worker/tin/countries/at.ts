import { expectDigit, isZeros } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

/** Luhn doubles every second digit from the right; the added 0 makes those digits 2, 4 and 6. */
const uidDigit = (n: string) => (luhnDigit(`${n.slice(0, 8)}0`, 1, 9) + 6) % 10

export const at: CountryRule = {
  code: 'AT',
  name: 'Austria',
  adjective: 'Austrian',
  rules: () => [
    {
      id: 'AT.UID',
      label: 'UID',
      name: 'VAT identification number',
      localName: 'Umsatzsteuer-Identifikationsnummer',
      noun: 'VAT number',
      holder: 'any',
      check: 'checksum',
      prefixes: ['AT'],
      forms: [{ pattern: 'Udddddddd', mask: 'AT#########' }],
      // BMF, "Konstruktionsregeln der UID": 10 less the last digit of the Luhn sum and 4.
      verify: (n) => (isZeros(n, 1, 8) ? allZeros : expectDigit(n, 8, uidDigit(n))),
    },
    {
      id: 'AT.STNR',
      label: 'Steuernummer',
      name: 'Tax account number',
      localName: 'Abgabenkontonummer / Steuernummer',
      noun: 'tax number',
      holder: 'any',
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd', mask: '##-###/####' }],
      // BMF in the EU's TIN algorithms: two digits for the tax office, six, and Luhn.
      verify: (n) => (isZeros(n, 2, 8) ? allZeros : expectDigit(n, 8, luhnDigit(n, 0, 8))),
    },
  ],
}
