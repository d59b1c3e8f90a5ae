import { countryAliases } from './contract/country-aliases.ts'
import { type CompiledCountry, type CompiledRule, namesOf } from './country-rule.ts'

/** Understood in every country. */
const anywhere = [
  "(?:EU )?V\\.?A\\.?T\\.?|(?:INCOME )?TAX|BUSINESS|TAXPAYER(?:['\\u2019]?S)?|FISCAL|CONTRIBUINTE|CONTRIBUABLE|T\\.?I\\.?N\\.?|TRN|GST|TVA|IVA|MWST|UST|BTW",
  String.raw`(?:(?:ال)?رقم\s*)?(?:(?:ال)?(?:تسجيل|تعريف|معرف)\s*)?(?:(?:ال)?(?:ضريب|جبائ)[يى]|ضريبة القيمة المضافة)`,
].join('|')

/** Understood only behind another label, or with a sign behind them, as some are country codes. */
const follows =
  "ACCOUNT|BROJ|FILE|INTRA[-\\p{L}]*|LICEN[CS]E|IDENTIFICATION|REGISTRATION|REGISTERED|REGISTRY|PAYER|REFERENCE|REF|NUMBER|NUMERO|NÚMERO|NUMÉRO|NUMMER|NUM|CODE|REG|ID|NO|NRO|NR|رقم|מס(?:פר|[׳'])"

const separator = String.raw`[\s.:՝,;#№º°()[\]/\-\u2010-\u2015]*`
const sign = String.raw`\s*[.:#№º°)]`

const patterns = new Map<CompiledCountry, RegExp>()

/** Spaces and hyphens in a label are optional, and so is a period before them or a space behind one. */
function escaped(label: string): string {
  return label
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(String.raw`\.`, String.raw`\.?\s*`)
    .replace(/['\u2019]/g, String.raw`['\u2019]`)
    .replace(/ |-/g, String.raw`[.\s-]*`)
}

/** Before a label: `N° de TVA`, `nr NIP`. */
const numberOf = String.raw`(?:N\.?[°º]|(?:No|Nr|Num|Numero|Numéro|Número|Nummer|Number|Nomor|Αρ|Αριθμός)(?=[.\s])\.?)\s*(?:(?:d[aeiou]|del|of)\s+|d['\u2019])?(?=\p{L})`
const numberBefore = new RegExp(`^${numberOf}`, 'iu')
/** A word for number at the end of a label. One spelling is enough: `Personnummer` also matches `Personnr`. */
const numberAfter = new RegExp(String.raw`[\s.-]*(?:${follows})\.?$`, 'iu')

/** Two Latin letters can be another country's code, and numbers of the country can begin with others. */
const mayBePart = ({ rules }: CompiledCountry, label: string): boolean =>
  /^\p{Script=Latin}{2}$/u.test(label) ||
  rules.some(({ forms }) => forms.some(({ pattern }) => pattern.startsWith(label)))

/** `C.I.F.` for CIF. */
const dotted = (label: string) => [...label].join(String.raw`\.\s?`) + String.raw`\.?`

/** Turkish has an I with and one without a dot in both cases, which no regular expression ignores. */
const plainI = (text: string) => text.replace(/[İı]/g, 'I')

const withoutAccents = (label: string) => label.normalize('NFD').replace(/\p{M}/gu, '')

function patternOf(country: CompiledCountry): RegExp {
  const known = patterns.get(country)
  if (known !== undefined) return known
  const codes = [
    country.code,
    ...Object.keys(countryAliases).filter((alias) => countryAliases[alias] === country.code),
  ]
  const named = country.labels.flatMap((label) => [
    label,
    label.replace(numberBefore, ''),
    label.replace(numberAfter, ''),
  ])
  const labels = [...named, ...named.map(withoutAccents)]
    .map(plainI)
    .filter((label) => label.length > 1)
    .sort((a, b) => b.length - a.length)
  const abbreviations = labels.filter((label) => /^\p{Lu}{2,5}$/u.test(label))
  const own = [
    ...labels.filter((label) => !mayBePart(country, label)).map(escaped),
    ...codes.map(escaped),
    ...abbreviations.map(dotted),
  ].join('|')
  const short = labels.filter((label) => mayBePart(country, label)).map(escaped)
  const next = `(?:[\\s.]*|-)(?:${follows})(?![a-z'\u2019])`
  const any = [
    'VATIN',
    // Before the country's own labels, which could end within "VAT Registration Number".
    `(?:${anywhere})(?:${next})+`,
    own,
    numberOf,
    `(?:${[...short, follows].join('|')}|N)(?=${sign}|\\s*-?\\s*(?:${follows})(?:${sign}|\\s))`,
    ...short.map((label) => `${label}(?=\\s)`),
    `(?:${anywhere})`,
    '№',
  ].join('|')
  const pattern = new RegExp(
    `^[\\s"'\\p{Ps}\\p{Pi}\\p{Pf}\\p{Cf}]*(?:${any})(?:[\\s.-]*(?:(?:${follows})(?=${sign}|\\s)|N(?=${sign})))?${separator}`,
    'iu',
  )
  patterns.set(country, pattern)
  return pattern
}

const followers = new RegExp(`(?<=.)(?:${follows})+$`, 'u')
const plain = (label: string) => letters(withoutAccents(label)).replace(followers, '')

const spellings = new WeakMap<CompiledRule, readonly (readonly string[])[]>()

/** The names of a type, with and without the words for number behind them. */
function spellingsOf(rule: CompiledRule): readonly (readonly string[])[] {
  let known = spellings.get(rule)
  if (known === undefined) {
    const names = namesOf(rule)
    known = [names.map(letters), names.map(plain)]
    spellings.set(rule, known)
  }
  return known
}

/** The types that a label, such as `MWST-Nr.`, names. `Steuer-ID` and `Steuer-Nr.` are two, `USt` and `USt-ID` are one. */
export function namedBy(label: string, rules: readonly CompiledRule[]): CompiledRule[] {
  const namedAs = (name: string, at: number) => rules.filter((rule) => spellingsOf(rule)[at]?.includes(name))
  const exactly = namedAs(letters(label), 0)
  return exactly.length > 0 ? exactly : namedAs(plain(label), 1)
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0)
  return code > 47 && code < 58
}

/** The text without the first of the labels before a number, such as `NIP: ` or `VAT No. `. */
export function withoutLabel(country: CompiledCountry, typed: string): string | undefined {
  if (startsWithDigit(typed) && !country.labels.some(startsWithDigit)) return undefined
  const rest = typed.slice(patternOf(country).exec(plainI(typed))?.[0].length ?? 0)
  if (rest === typed || rest === '') return undefined
  const label = typed.slice(0, typed.length - rest.length)
  const name = letters(label)
  const isPrefix = country.rules.some(({ prefixes }) => prefixes.includes(name))
  // A repeated prefix is a typo, unless it's the `No.` of a Norwegian number.
  return isPrefix && !label.includes('.') && letters(rest).startsWith(name) ? undefined : rest
}
