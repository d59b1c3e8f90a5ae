import { mod97 } from './checks/modulo.ts'
import type { CompiledCountry } from './country-rule.ts'
import { withArticle } from './diagnose.ts'
import type { FailureCode, TinNote } from './types.ts'

const companyNumber = 'a company register number'

/** What is written before other numbers, or how they look. With `countries`, it means something else in others. */
const otherThings: readonly (readonly [pattern: RegExp, thing: string, countries?: string])[] = [
  [/\S@\S/u, 'an email address'],
  [/^(?:https?:|www\.)/iu, 'a web address'],
  [/^(?:\+\d|(?:Tel|Phone|Fax)(?!\p{L}))/iu, 'a phone number'],
  [/^IBAN(?!\p{L})/iu, 'an IBAN'],
  [/^(?:BIC|SWIFT)(?!\p{L})/iu, 'a BIC'],
  [/^(?:GLN|EAN)(?!\p{L})/iu, 'a GLN'],
  [/^LEI(?!\p{L})/iu, 'an LEI'],
  [/^D-?U-?N-?S(?!\p{L})/iu, 'a D-U-N-S number'],
  [/^(?:Bank|Plus)giro(?!\p{L})/iu, 'a bank account number'],
  [
    /^(?:HR[AB]|KvK|KRS|R\.?C\.?S|Mati\p{L}+ \p{L}+|MERSIS|NIRE|Cégjegyzékszám|ОГРН(?:ИП)?|(?:Αρ[.\s]*)?Γ\.?Ε\.?ΜΗ|Company N\p{L}+)(?!\p{L})/iu,
    companyNumber,
  ],
  // Austria's, Romania's with the old and the new layout, and India's.
  [
    /(?:^|[\s:])(?:FN \d{1,6} ?[a-z]|[JFC](?:[\s/]*\d\d?[\s/-]+\d+[\s/-]+\d{4}|(?:19|20)\d{11})|[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6})$/u,
    companyNumber,
  ],
  [/^FN(?!\p{L})/iu, companyNumber, 'AT'],
  [/^C\.?R\.? No(?!\p{L})/iu, companyNumber, 'BH HK KW OM QA SA'],
  [/^MBS?(?!\p{L})/iu, companyNumber, 'BA HR ME MK RS'],
  [/(?:^|[\s:])\d\d-\d\d-\d{6}$/u, companyNumber, 'HU'],
  [/^CRO(?!\p{L})/iu, companyNumber, 'IE'],
  [/^REA(?!\p{L})/iu, companyNumber, 'IT'],
  [/(?:^|[\s:])\d{4}\/\d{6}\/\d\d$/u, companyNumber, 'ZA'],
]

/** ISO 13616. */
const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1

/** ISO 17442. */
const isLei = (text: string): boolean => /^[A-Z\d]{18}\d\d$/.test(text) && mod97(text) === 1

function otherThing({ code }: CompiledCountry, given: string, text: string): string | undefined {
  if (isIban(text)) return 'an IBAN'
  if (isLei(text)) return 'an LEI'
  return otherThings.find(
    ([pattern, , countries = code]) => countries.includes(code) && pattern.test(given),
  )?.[1]
}

/** What people enter where they have no tax ID, and what they take for one. */
export function notTaxId(
  country: CompiledCountry,
  given: string,
  text: string,
): TinNote<FailureCode> | undefined {
  const found = otherThing(country, given, text)
  if (found !== undefined) {
    const wanted = withArticle(`${country.adjective} tax ID`)
    return { code: 'INVALID_FORMAT', message: `This looks like ${found}, not ${wanted}.` }
  }
  if (/\d/.test(text)) return undefined
  const message = 'This text has no digits. If there is no tax ID, leave this field empty.'
  return { code: 'INVALID_FORMAT', message }
}
