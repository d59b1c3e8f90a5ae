import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { jmbg, jmbgDigit, jmbgFacts } from '../checks/jmbg.ts'
import { allZeros, type CountryRule } from '../country-rule.ts'

const isBusiness = (n: string) => digit(n, 0) === 4

export const ba: CountryRule = {
  code: 'BA',
  name: 'Bosnia and Herzegovina',
  adjective: 'Bosnian',
  labels: ['PIB', 'ID broj', 'PDV br.'],
  rules: () => [
    {
      id: 'BA.PDV',
      label: 'PDV broj',
      name: 'VAT number',
      localName: 'PDV broj',
      noun: 'VAT number',
      kinds: ['vat'],
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddddd' }],
      warn: (n) =>
        digit(n, 11) === jmbgDigit(`4${n}`)
          ? undefined
          : {
              code: 'CHECKSUM_MISMATCH_TOLERATED',
              message:
                "A VAT number is usually the JIB without its leading 4, but the last digit doesn't match. Check the number again.",
            },
    },
    {
      id: 'BA.JIB',
      label: 'JIB / JMBG',
      name: 'Unique identification number of businesses and persons',
      localName: 'Jedinstveni identifikacioni broj / Jedinstveni matični broj',
      noun: 'JIB or JMBG',
      kinds: ['tin', 'person', 'business'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd' }],
      // Rulebooks on tax registration of both entities (RS: Sl. glasnik RS 4/13, art. 11): a JIB begins with 4.
      verify: (n) => {
        if (!isBusiness(n)) return jmbg(n)
        return isZeros(n, 1, 8) ? allZeros : expectDigit(n, 12, jmbgDigit(n))
      },
      facts: (n) => (isBusiness(n) ? { kind: 'business' } : jmbgFacts(n)),
    },
  ],
}
