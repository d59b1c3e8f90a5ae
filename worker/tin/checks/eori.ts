import { formsOfLengths, type Rule } from '../country-rule.ts'

const name = 'Economic Operators Registration and Identification number'

/** Commission Implementing Regulation (EU) 2015/2447, Annex 12-01: the country code and up to 15 characters. */
export function eori(code: string): Rule {
  return {
    id: `${code}.EORI`,
    name,
    kinds: ['customs'],
    onRequest: true,
    forms: formsOfLengths('x', 1, 15).map(({ pattern }) => ({ pattern: code + pattern })),
  }
}

/** HMRC: GB or XI and 12 digits, for traders with a VAT number usually that number and 000. */
export function britishEori(code: string): Rule {
  return { ...eori(code), forms: [{ pattern: `${code}dddddddddddd` }] }
}
