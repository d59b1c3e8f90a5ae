import { expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const coreWeights = [9, 7, 3, 1, 9, 7, 3]
const personWeights = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const dayLength = 86_400_000
const firstDay = Date.UTC(1867, 0, 1)

const noVatCode = invalidPart('The ninth digit, the VAT code, runs from 1 to 5.')
const noCounty = invalidPart("The last two digits aren't a county code: 02 to 20, 22 to 44 or 51.")

const vatCodes = [
  'exempt from VAT',
  'liable to VAT',
  'simplified taxation',
  'member of a VAT group',
  'VAT group',
]
const counties =
  'Baranya|Bács-Kiskun|Békés|Borsod-Abaúj-Zemplén|Csongrád-Csanád|Fejér|Győr-Moson-Sopron|Hajdú-Bihar|Heves|Komárom-Esztergom|Nógrád|Pest|Somogy|Szabolcs-Szatmár-Bereg|Jász-Nagykun-Szolnok|Tolna|Vas|Veszprém|Zala'

function regionOf(code: number): string {
  if (code > 43) return 'large taxpayers'
  if (code > 40) return 'Budapest'
  return counties.split('|')[(code - 2) % 20] ?? ''
}

// VIES, "VAT number construction rules": the first eight digits.
function core(n: string): Fault | undefined {
  return isZeros(n, 0, 7) ? allZeros : expectDigit(n, 7, (10 - (weightedSum(n, coreWeights) % 10)) % 10)
}

// NAV, Online Invoice interface: VAT codes and county codes.
function adoszam(n: string): Fault | undefined {
  if (number(n, 8, 9) < 1 || number(n, 8, 9) > 5) return noVatCode
  const county = number(n, 9, 11)
  const known = county > 1 && county !== 21 && (county < 45 || county === 51)
  return known ? core(n) : noCounty
}

export const hu: CountryRule = {
  code: 'HU',
  name: 'Hungary',
  adjective: 'Hungarian',
  labels: ['EU adószám', 'Adósz.', 'Adószáma', 'Adóigazgatási szám'],
  rules: () => [
    {
      id: 'HU.ADOSZAM',
      label: 'Adószám',
      name: 'Tax number',
      localName: 'Adószám',
      noun: 'adószám',
      holder: 'company',
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddd', mask: '########-#-##' }],
      verify: adoszam,
      facts: (n) => ({ kind: vatCodes[number(n, 8, 9) - 1] ?? '', region: regionOf(number(n, 9, 11)) }),
    },
    {
      id: 'HU.VAT',
      label: 'Közösségi adószám',
      name: 'VAT identification number',
      localName: 'Közösségi adószám',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['HU'],
      forms: [{ pattern: 'dddddddd' }],
      verify: core,
    },
    {
      id: 'HU.ADOJEL',
      label: 'Adóazonosító jel',
      name: 'Personal tax identification number',
      localName: 'Adóazonosító jel',
      noun: 'adóazonosító jel',
      holder: 'person',
      check: 'checksum',
      forms: [{ pattern: '8ddddddddd' }],
      // Act XX of 1996, annex: 8, the day of birth counted from 1867, a serial number, modulus 11.
      verify: (n) => expectDigit(n, 9, weightedSum(n, personWeights) % 11),
      facts: (n) => ({
        birthDate: new Date(firstDay + number(n, 1, 6) * dayLength).toISOString().slice(0, 10),
      }),
    },
    eori('HU'),
  ],
}
