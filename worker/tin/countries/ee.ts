import { balticBirth, balticDigit, hasBirthDate, wrongBirth } from '../checks/baltic.ts'
import { expectDigit, isZeros } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

const vatWeights = [3, 7, 1, 3, 7, 1, 3, 7]

// Registrite ja Infosüsteemide Keskus: the register that gave the code out.
const registers: Readonly<Record<string, string>> = {
  1: 'company',
  7: 'state or local authority body',
  8: 'non-profit association',
  9: 'foundation',
}

export const ee: CountryRule = {
  code: 'EE',
  name: 'Estonia',
  adjective: 'Estonian',
  labels: ['KMKN', 'Reg. kood', 'Registry code'],
  rules: () => [
    {
      id: 'EE.KMKR',
      name: 'VAT identification number',
      localName: 'Käibemaksukohustuslase number',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['EE'],
      // All numbers so far begin with 10.
      forms: [{ pattern: '10ddddddd' }],
      // As the tax office (EMTA) gave it to the Commission: weights 3, 7, 1 and modulus 10.
      verify: (n) => expectDigit(n, 8, (10 - (weightedSum(n, vatWeights) % 10)) % 10),
    },
    {
      id: 'EE.REGISTRIKOOD',
      label: 'registrikood',
      name: 'Commercial register code',
      localName: 'Registrikood',
      names: ['Company registration', 'Company'],
      noun: 'register code',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      sets: { f: '1789' },
      forms: [{ pattern: 'fddddddd' }],
      verify: (n) => expectDigit(n, 7, balticDigit(n, 7)),
      facts: (n) => {
        const kind = registers[n.charAt(0)]
        return kind === undefined ? undefined : { kind }
      },
    },
    {
      id: 'EE.ISIKUKOOD',
      label: 'isikukood',
      name: 'Personal identification code',
      localName: 'Isikukood',
      noun: 'personal code',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddd' }],
      // Population Register Act and the EU's TIN algorithms.
      verify: (n) => {
        if (isZeros(n, 0, 10)) return allZeros
        return hasBirthDate(n) ? expectDigit(n, 10, balticDigit(n, 10)) : wrongBirth
      },
      facts: balticBirth,
    },
    eori('EE'),
  ],
}
