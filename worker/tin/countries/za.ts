import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const wrongDate = invalidPart("The first six digits aren't a valid date of birth (year, month, day).")
const wrongStatus = invalidPart(
  'The 11th digit is 0 for citizens, 1 for permanent residents and 2 for refugees.',
)

// SARS, OECD AEOI TIN page of South Africa: first digit by the tax, the last one by modulus 10.
const modulus10 = (n: string): Fault | undefined => expectDigit(n, 9, luhnDigit(n, 0, 9))

// Department of Home Affairs: date of birth, serial number, citizenship (0 to 2), once 8 or 9, Luhn.
function identity(n: string): Fault | undefined {
  if (!isDate(number(n, 0, 2), number(n, 2, 4), number(n, 4, 6))) return wrongDate
  return digit(n, 10) > 2 ? wrongStatus : expectDigit(n, 12, luhnDigit(n, 0, 12))
}

export const za: CountryRule = {
  code: 'ZA',
  name: 'South Africa',
  adjective: 'South African',
  rules: () => [
    {
      id: 'ZA.TIN',
      label: 'Income tax number',
      name: 'Income tax reference number',
      names: ['Tax ref'],
      noun: 'income tax number',
      check: 'checksum',
      sets: { f: '01239' },
      forms: [{ pattern: 'fddddddddd' }],
      verify: modulus10,
    },
    {
      id: 'ZA.VAT',
      label: 'VAT No.',
      name: 'Value-added tax registration number',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      forms: [{ pattern: '4ddddddddd' }],
      warn: (n) =>
        digit(n, 9) === luhnDigit(n, 0, 9)
          ? undefined
          : {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: "The check digit doesn't match, as in some genuine numbers. Check the number again.",
            },
    },
    {
      id: 'ZA.ID',
      label: 'ID number',
      name: 'Identity number',
      noun: 'identity number',
      kinds: ['person'],
      onRequest: true,
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd', mask: '###### #### ## #' }],
      verify: identity,
      facts: (n) => ({
        birthDate: isoDate(n.slice(0, 2), number(n, 2, 4), number(n, 4, 6)),
        sex: digit(n, 6) < 5 ? 'female' : 'male',
      }),
    },
  ],
}
