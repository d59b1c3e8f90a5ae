import { expectDigit, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

/** Luhn doubles every second digit from the right; the added 0 makes those digits 2, 4 and 6. */
const uidDigit = (n: string) => (luhnDigit(`${n.slice(0, 8)}0`, 1, 9) + 6) % 10

/** BMF, list of tax offices ("Finanzämter") with their numbers. */
const offices =
  '03 04 06 07 08 09 10 12 15 16 18 22 23 29 33 38 41 46 51 52 53 54 57 59 61 65 67 68 69 71 72 81 82 83 84 90 91 93 97 98'
const noOffice = invalidPart("The first two digits aren't the number of an Austrian tax office.")

function steuernummer(n: string): Fault | undefined {
  if (isZeros(n, 2, 8)) return allZeros
  if (!offices.includes(n.slice(0, 2))) return noOffice
  return expectDigit(n, 8, luhnDigit(n, 0, 8))
}

export const at: CountryRule = {
  code: 'AT',
  name: 'Austria',
  adjective: 'Austrian',
  labels: ['Umsatzsteuer-ID', 'ATU-Nr.'],
  rules: () => [
    {
      id: 'AT.UID',
      name: 'VAT identification number',
      localName: 'Umsatzsteuer-Identifikationsnummer',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['AT'],
      forms: [{ pattern: 'Udddddddd' }],
      // BMF, "Konstruktionsregeln der UID": 10 less the last digit of the Luhn sum and 4.
      verify: (n) => (isZeros(n, 1, 8) ? allZeros : expectDigit(n, 8, uidDigit(n))),
    },
    {
      id: 'AT.STNR',
      label: 'Steuernummer',
      name: 'Tax account number',
      localName: 'Abgabenkontonummer / Steuernummer',
      noun: 'tax number',
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd', mask: '##-###/####' }],
      // BMF in the EU's TIN algorithms: two digits for the tax office, six, and Luhn.
      verify: steuernummer,
    },
    eori('AT'),
  ],
}
