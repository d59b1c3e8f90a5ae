import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { dominicanExceptions } from '../checks/dominican-exceptions.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Warning } from '../country-rule.ts'

const weights = [7, 9, 8, 6, 5, 4, 3, 2]

/** Numbers in the register of the DGII whose check digit is wrong. */
const exceptions =
  '101581601 101582245 101595422 101595785 131188691 401007374 501341601 501378067 501620371 501651319 501651823 501651845 501651926 501656006 501658167 501670785 501676936 501680158 504654542 504680029 504681442 505038691'

const tolerated: Warning = {
  code: 'CHECKSUM_MISMATCH_TOLERATED',
  message: "The check digit doesn't match, but the tax office lists this number in its register.",
}

const rncDigit = (n: string) => ((10 - (weightedSum(n, weights) % 11)) % 9) + 1

export const dominicanRepublic: CountryRule = {
  code: 'DO',
  name: 'Dominican Republic',
  adjective: 'Dominican',
  rules: () => [
    {
      id: 'DO.RNC',
      name: 'National taxpayer registry number',
      localName: 'Registro Nacional del Contribuyente',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd', mask: '#-##-#####-#' }],
      // DGII.
      verify: (n) => {
        if (isZeros(n, 1, 8)) return allZeros
        return exceptions.includes(n) ? undefined : expectDigit(n, 8, rncDigit(n))
      },
      warn: (n) => (digit(n, 8) === rncDigit(n) ? undefined : tolerated),
    },
    {
      id: 'DO.CEDULA',
      label: 'Cédula',
      name: 'Identity card number',
      localName: 'Cédula de Identidad y Electoral',
      noun: 'cédula',
      // DGII: the cédula of a person is the RNC.
      kinds: ['person', 'tin', 'vat'],
      check: 'checksum',
      lostZeros: 2,
      forms: [{ pattern: 'ddddddddddd', mask: '###-#######-#' }],
      // Junta Central Electoral: Luhn, which some hundred old cards break.
      verify: (n) => {
        if (isZeros(n, 3, 10)) return allZeros
        const fault = expectDigit(n, 10, luhnDigit(n, 0, 10))
        return fault === undefined || dominicanExceptions.includes(n) ? undefined : fault
      },
      warn: (n) => (digit(n, 10) === luhnDigit(n, 0, 10) ? undefined : tolerated),
    },
  ],
}
