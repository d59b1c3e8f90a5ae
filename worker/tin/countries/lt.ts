import { balticBirth, balticDigit, hasBirthDate, wrongBirth } from '../checks/baltic.ts'
import { expectDigit, isZeros, number } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const noVat = invalidPart('The second-to-last digit of a Lithuanian VAT number is always 1.')

// As the tax office (VMI) gave it to the Commission; 12 digits are for temporary taxpayers and persons.
function pvm(n: string): Fault | undefined {
  const last = n.length - 1
  if (isZeros(n, 0, last - 1)) return allZeros
  if (n.charAt(last - 1) !== '1') return noVat
  return expectDigit(n, last, balticDigit(n, last))
}

const tinWeights = [9, 8, 7, 6, 5, 4, 3, 2, 1]

/** The sum modulo the first two digits, whose digits are added up until one is left. */
function tinDigit(n: string): number {
  const rest = weightedSum(n, tinWeights) % number(n, 0, 2)
  return rest === 0 ? 0 : ((rest - 1) % 9) + 1
}

/** If the date of birth or the sex is unknown, the code begins with 9 and has no date. */
const withoutBirth = (n: string) => n.startsWith('9')

export const lt: CountryRule = {
  code: 'LT',
  name: 'Lithuania',
  adjective: 'Lithuanian',
  rules: () => [
    {
      id: 'LT.PVM',
      label: 'PVM kodas',
      name: 'VAT identification number',
      localName: 'PVM mokėtojo kodas',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['LT'],
      forms: [{ pattern: 'ddddddddd' }, { pattern: 'dddddddddddd' }],
      verify: pvm,
    },
    {
      id: 'LT.AK',
      label: 'asmens kodas',
      name: 'Personal code',
      localName: 'Asmens kodas',
      noun: 'personal code',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddddd' }],
      // Law on the Population Register and the EU's TIN algorithms.
      verify: (n) =>
        withoutBirth(n) || hasBirthDate(n) ? expectDigit(n, 10, balticDigit(n, 10)) : wrongBirth,
      facts: (n) => (withoutBirth(n) ? undefined : balticBirth(n)),
    },
    {
      id: 'LT.JAK',
      label: 'įmonės kodas',
      name: 'Code of a legal entity',
      localName: 'Juridinio asmens kodas / Įmonės kodas',
      names: ['Įm. kodas'],
      noun: 'company code',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddd' }],
      // Register of Legal Entities (Registrų centras). The codes of public bodies and large companies follow this rule.
      verify: (n) => (isZeros(n, 0, 8) ? allZeros : expectDigit(n, 8, balticDigit(n, 8))),
    },
    {
      id: 'LT.TIN',
      name: 'Taxpayer identification number',
      localName: 'Mokesčių mokėtojo identifikacinis numeris',
      noun: 'taxpayer identification number',
      check: 'checksum',
      sets: { f: '69' },
      forms: [{ pattern: 'fddddddddd' }],
      // OECD, TIN sheet of Lithuania: a 6 or 9, a serial number, a control number.
      verify: (n) => (isZeros(n, 1, 9) ? allZeros : expectDigit(n, 9, tinDigit(n))),
    },
    eori('LT'),
  ],
}
