import { digit, expectDigit } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import type { CountryRule, Fault } from '../country-rule.ts'

// SARS, OECD AEOI TIN page of South Africa: first digit by the tax, the last one by modulus 10.
const modulus10 = (n: string): Fault | undefined => expectDigit(n, 9, luhnDigit(n, 0, 9))

export const za: CountryRule = {
  code: 'ZA',
  name: 'South Africa',
  adjective: 'South African',
  labels: ['Tax ref'],
  rules: () => [
    {
      id: 'ZA.TIN',
      label: 'Income tax number',
      name: 'Income tax reference number',
      noun: 'income tax number',
      holder: 'any',
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
      holder: 'any',
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
  ],
}
