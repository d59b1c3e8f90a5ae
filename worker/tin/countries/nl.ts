import { expectDigit, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { mod97 } from '../checks/modulo.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, neverIssued } from '../country-rule.ts'

const weights = [9, 8, 7, 6, 5, 4, 3, 2]
const noUnit = neverIssued('The part after the B begins at 01.')
const oldShort = 'Older letters omit the leading zero. Today the number has nine digits.'
const forms = [{ pattern: 'ddddddddd' }, { pattern: 'dddddddd', zeros: 1, old: oldShort }]

// Besluit BSN, art. 1 (the "11-proef"): the last digit counts minus one.
function elevenTest(n: string): Fault | undefined {
  return isZeros(n, 0, 9) ? allZeros : expectDigit(n, 8, weightedSum(n, weights) % 11)
}

// Belastingdienst: since 2020 sole traders' numbers pass mod 97 with the NL before them (N 23, L 21).
function btw(n: string): Fault | undefined {
  if (isZeros(n, 0, 9)) return allZeros
  if (isZeros(n, 10, 12)) return noUnit
  if (mod97(n, 2321 % 97) === 1 || elevenTest(n) === undefined) return undefined
  return { code: 'INVALID_CHECKSUM', at: 8, expected: '' }
}

export const nl: CountryRule = {
  code: 'NL',
  name: 'Netherlands',
  adjective: 'Dutch',
  rules: () => [
    {
      id: 'NL.BTW',
      label: 'btw-id',
      name: 'VAT identification number',
      localName: 'Btw-identificatienummer',
      names: ['OB-nummer', 'Btw-nummer', 'Omzetbelastingnummer'],
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      lostZeros: 3,
      prefixes: ['NL'],
      changes: [
        {
          date: '2020-01-01',
          text: 'Sole traders received numbers that no longer contain their BSN. The check uses modulo 97 instead of modulo 11.',
        },
      ],
      forms: [{ pattern: 'dddddddddBdd' }],
      verify: btw,
    },
    {
      id: 'NL.BSN',
      name: 'Citizen service number',
      localName: 'Burgerservicenummer',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms,
      verify: elevenTest,
    },
    {
      id: 'NL.RSIN',
      name: 'Legal entities identification number',
      localName: 'Rechtspersonen en Samenwerkingsverbanden Informatienummer',
      holder: 'company',
      kinds: ['tin', 'business'],
      check: 'checksum',
      forms,
      verify: elevenTest,
    },
    eori('NL'),
  ],
}
