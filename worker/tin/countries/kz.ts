import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { twoRounds } from '../checks/weighted-sum.ts'
import { type CountryRule, invalidPart } from '../country-rule.ts'
import type { RuleChange } from '../types.ts'

const weights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const secondWeights = [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]
const wrongMonth = invalidPart('Digits 3 and 4 are the month of registration, 01 to 12.')
const wrongDate = invalidPart("The first six digits aren't a valid date of birth (year, month, day).")

const kinds: Readonly<Record<string, string>> = {
  4: 'resident company',
  5: 'non-resident company',
  6: 'joint entrepreneurs',
}
const establishments = ['head office', 'branch', 'representative office', 'farm']

/** Government decree no. 565 of 11 June 2003; numbers for which both rounds give 10 are not issued. */
const checkDigit = (n: string) => twoRounds(n, weights, secondWeights)

const replaced: RuleChange = {
  date: '2013-01-01',
  text: 'The BIN and the IIN replaced the old taxpayer number (RNN).',
}

export const kz: CountryRule = {
  code: 'KZ',
  name: 'Kazakhstan',
  adjective: 'Kazakh',
  rules: () => [
    {
      id: 'KZ.BIN',
      label: 'БСН',
      name: 'Business Identification Number',
      localName: 'Бизнес-сәйкестендіру нөмірі',
      names: ['БИН'],
      noun: 'BIN',
      holder: 'company',
      kinds: ['business', 'tin', 'vat'],
      check: 'checksum',
      lostZeros: 2,
      sets: { k: '456' },
      forms: [{ pattern: 'ddddkddddddd' }],
      verify: (n) => {
        const month = number(n, 2, 4)
        return month < 1 || month > 12 ? wrongMonth : expectDigit(n, 11, checkDigit(n))
      },
      facts: (n) => {
        const establishment = establishments[digit(n, 5)]
        return {
          kind: kinds[n.charAt(4)] ?? '',
          foundingDate: `${n.slice(0, 2)}-${n.slice(2, 4)} (century not stated)`,
          ...(establishment !== undefined && { establishment }),
        }
      },
      changes: [replaced],
    },
    {
      id: 'KZ.IIN',
      label: 'ЖСН',
      name: 'Individual Identification Number',
      localName: 'Жеке сәйкестендіру нөмірі',
      names: ['ИИН'],
      noun: 'IIN',
      // State Revenue Committee: individual entrepreneurs are registered for VAT under their IIN.
      kinds: ['person', 'tin', 'vat'],
      check: 'checksum',
      lostZeros: 2,
      forms: [{ pattern: 'dddddddddddd' }],
      // Decree no. 853 of 26 August 2013 cut the tie to sex and century, so that digit 7 is not checked.
      verify: (n) => {
        if (!isDate(number(n, 0, 2), number(n, 2, 4), number(n, 4, 6))) return wrongDate
        return expectDigit(n, 11, checkDigit(n))
      },
      facts: (n) => {
        const sign = digit(n, 6)
        if (sign < 1 || sign > 6) return undefined
        const year = `${17 + Math.ceil(sign / 2)}${n.slice(0, 2)}`
        return {
          birthDate: isoDate(year, number(n, 2, 4), number(n, 4, 6)),
          sex: sign % 2 === 1 ? 'male' : 'female',
        }
      },
      changes: [
        replaced,
        {
          date: '2013-08-26',
          text: "The number no longer has to match its holder's date of birth and sex.",
        },
      ],
    },
  ],
}
