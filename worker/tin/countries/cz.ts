import {
  birthNumber,
  birthNumberFacts,
  birthNumberForms,
  birthNumberWarning,
} from '../checks/birth-number.ts'
import { expectDigit } from '../checks/digits.ts'
import { eori } from '../checks/eori.ts'
import { ico, icoForms } from '../checks/ico.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const specialWeights = [8, 7, 6, 5, 4, 3, 2]
const wrongStart = invalidPart('No Czech organization has a number that begins with 9.')

const isCompany = (n: string) => n.length === 8
const isSpecial = (n: string) => n.length === 9 && n.startsWith('6')

function kindOf(n: string): string {
  if (isCompany(n)) return 'organization'
  if (!isSpecial(n)) return 'person'
  return n.startsWith('699') ? 'VAT group' : 'person without birth number'
}

function company(n: string): Fault | undefined {
  return n.startsWith('9') ? wrongStart : ico(n)
}

// VIES, "VAT number construction rules": organizations; VAT groups and people without a birth number; people.
function dic(n: string): Fault | undefined {
  if (isCompany(n)) return company(n)
  if (!isSpecial(n)) return birthNumber(n)
  const rest = weightedSum(n, specialWeights, 1) % 11
  return expectDigit(n, 8, rest === 10 ? 8 : (rest + 8) % 10)
}

export const cz: CountryRule = {
  code: 'CZ',
  name: 'Czechia',
  adjective: 'Czech',
  rules: () => [
    {
      id: 'CZ.ICO',
      label: 'IČO',
      name: 'Organization identification number',
      localName: 'Identifikační číslo osoby',
      names: ['IČ', 'Identifikační číslo', 'Company ID'],
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      lostZeros: 4,
      forms: icoForms('########'),
      verify: company,
    },
    {
      id: 'CZ.RC',
      label: 'Rodné číslo',
      name: 'Birth number',
      localName: 'Rodné číslo',
      names: ['RČ'],
      noun: 'birth number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: birthNumberForms,
      verify: birthNumber,
      warn: birthNumberWarning,
      facts: birthNumberFacts,
      changes: [
        { date: '1954-01-01', text: 'People born since then have ten digits, the last a check digit.' },
        { date: '2004', text: 'If the numbers for a day run out, 20 is added to the month.' },
      ],
    },
    {
      id: 'CZ.DIC',
      label: 'DIČ',
      name: 'Tax and VAT identification number',
      localName: 'Daňové identifikační číslo',
      names: ['DIČ DPH'],
      kinds: ['vat', 'tin'],
      check: 'checksum',
      prefixes: ['CZ'],
      forms: [{ pattern: 'dddddddd', lostZeros: 4 }, { pattern: 'ddddddddd' }, { pattern: 'dddddddddd' }],
      verify: dic,
      warn: (n) => (isCompany(n) || isSpecial(n) ? undefined : birthNumberWarning(n)),
      facts: (n) => {
        const kind = kindOf(n)
        return { kind, ...(kind === 'person' && birthNumberFacts(n)) }
      },
    },
    eori('CZ'),
  ],
}
