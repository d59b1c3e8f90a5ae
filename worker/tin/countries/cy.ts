import { digit, expectText, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const noVat = invalidPart(
  "Cypriot VAT numbers don't begin with 12. This could be a tax identification code (TIC).",
)

// VIES, "VAT number construction rules", and the EU's TIN algorithms: odd places by the table, modulo 26.
function checkLetter(n: string): Fault | undefined {
  if (isZeros(n, 0, 8)) return allZeros
  let sum = 0
  for (let i = 0; i < 8; i++) sum += i % 2 === 0 ? (oddValues[digit(n, i)] ?? 0) : digit(n, i)
  return expectText(n, 8, String.fromCharCode(65 + (sum % 26)))
}

const changes = [
  { date: '2023-03-27', text: 'New numbers begin with 6 and contain no information about the holder.' },
]

export const cy: CountryRule = {
  code: 'CY',
  name: 'Cyprus',
  adjective: 'Cypriot',
  rules: () => [
    {
      id: 'CY.VAT',
      label: 'ΦΠΑ',
      name: 'VAT registration number',
      localName: 'Αριθμός Εγγραφής ΦΠΑ',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['CY'],
      forms: [{ pattern: 'dddddddda' }],
      verify: (n) => (n.startsWith('12') ? noVat : checkLetter(n)),
      changes,
    },
    {
      id: 'CY.TIC',
      label: 'ΑΦΤ / TIC',
      name: 'Tax identification code',
      localName: 'Αριθμός Φορολογικής Ταυτότητας',
      noun: 'TIC',
      check: 'checksum',
      forms: [{ pattern: 'dddddddda' }],
      verify: checkLetter,
      changes,
    },
    eori('CY'),
  ],
}
