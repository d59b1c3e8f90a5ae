import {
  birthNumber,
  birthNumberFacts,
  birthNumberForms,
  birthNumberWarning,
} from '../checks/birth-number.ts'
import { expectDigit } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { ico, icoForms } from '../checks/ico.ts'
import { modulo } from '../checks/modulo.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const wrongStart = invalidPart("An IČ DPH doesn't begin with 0, and its third digit is 2, 3, 4, 7, 8 or 9.")
const wrongMonth = invalidPart('Digits 3 and 4 are the month of birth: 01 to 12, or 51 to 62 for women.')

/** Unlike the Czech act, the Slovak act has no months with 20 added. */
function slovakBirthNumber(n: string): Fault | undefined {
  return '0156'.includes(n.charAt(2)) ? birthNumber(n) : wrongMonth
}

// VIES, "VAT number construction rules": divisible by 11.
function icDph(n: string): Fault | undefined {
  if (n.startsWith('0') || !'234789'.includes(n.charAt(2))) return wrongStart
  return expectDigit(n, 9, modulo(n, 0, 9, 11))
}

export const sk: CountryRule = {
  code: 'SK',
  name: 'Slovakia',
  adjective: 'Slovak',
  labels: ['DIČ', 'DPH'],
  rules: () => [
    {
      id: 'SK.ICO',
      label: 'IČO',
      name: 'Organization identification number',
      localName: 'Identifikačné číslo organizácie',
      names: ['Company ID'],
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      lostZeros: 4,
      forms: icoForms('## ### ###'),
      verify: ico,
    },
    {
      id: 'SK.RC',
      label: 'Rodné číslo',
      name: 'Birth number',
      localName: 'Rodné číslo',
      noun: 'birth number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: birthNumberForms,
      verify: slovakBirthNumber,
      warn: birthNumberWarning,
      facts: birthNumberFacts,
      changes: [
        { date: '1954-01-01', text: 'People born since then have ten digits, the last a check digit.' },
      ],
    },
    {
      id: 'SK.ICDPH',
      label: 'IČ DPH',
      name: 'VAT identification number',
      localName: 'Identifikačné číslo pre daň z pridanej hodnoty',
      noun: 'VAT number',
      // OECD, TIN sheet of Slovakia: the TIN (DIČ) is the number without SK.
      kinds: ['vat', 'tin'],
      check: 'checksum',
      prefixes: ['SK'],
      forms: [{ pattern: 'dddddddddd' }],
      verify: icDph,
    },
    eori('SK'),
  ],
}
