import { once } from '#worker/lib/once.ts'
import {
  activitiesInCountry,
  describedAfter,
  descriptionInCountry,
  doubtfulForms,
  easternForms,
  endingInCountry,
  formLines,
  LEADING_WITH_ANOTHER,
  leadingForms,
  leadingInCountry,
  leadingInCyrillic,
  plainForms,
} from './legal-forms.ts'
import { inOwnScript, romanize, romanizeInFull } from './romanize.ts'

const shortened: ReadonlyMap<string, string> = new Map([
  ['intl', 'international'],
  ['natl', 'national'],
  ['bros', 'brothers'],
  ['mfg', 'manufacturing'],
  ['svcs', 'services'],
  ['mgmt', 'management'],
  ['hldgs', 'holdings'],
  ['gebr', 'gebruder'],
])

/** `isShortened`: the text is a whole word for a common abbreviation. `isLetters`: single letters in a row, as in S.p.A. */
export type Word = {
  text: string
  inFull: string
  written: string
  native: string | undefined
  isAbbreviated: boolean
  isShortened: boolean
  isLetters: boolean
}

export type NormalizedName = {
  words: readonly Word[]
  forms: string
  writtenForms: string
  /** The legal form may be a word of the name, as in AS Roma or Day Spa. */
  isDoubtful: boolean
}

export const MAX_LENGTH = 500
const MAX_SIDES = 4
const tradingAs =
  /\|\||\bt\/a\b|\btrading as\b|\bd\/b\/a\b|\bdba\b|\bdoing business as\b|\bh\.?o\.?d\.?n\b\.?|\bhandelend onder de naam\b|\batf\b|\bas trustee for\b|\bv\/|\binh\.|\binhaber(?:in)?\b/iu
/** After the first and last name, perhaps with a title: Ing. Ján Novák - NOVTRANS. */
const beforeTradeName =
  /(?<=^\s*(?:\p{L}+\. *)?\p{L}+ +\p{L}+) +[-–] +(?!.*\b(?:s\. ?r\. ?o|a\. ?s|k\. ?s|spol)\b)/iu
/** After the last and first name. */
const beforeFather =
  /(?<=^\s*(?:(?:ип|индивидуальный предприниматель) +)?[\p{L}-]+ +[\p{L}-]+) +\p{L}+(?:[иі]ч|[оеё]вна|ична|[ае]ўна)\s*$/iu
/** Beside a trade name (BG, CZ, SK) or a number (BR), before the father of a person (BY, GR), the owner (HR), and a partner of a firm with `& C.` (IT). */
const personIn: ReadonlyMap<string, RegExp> = new Map([
  ['GR', /(?<=^\s*\S+ +\S+) +(?:(?:του|της) +\S+|\p{L}+ς)\s*$/iu],
  ['BR', /^\s*\d\d\.\d{3}\.\d{3} +| +\d{11}\s*$/u],
  ['BY', beforeFather],
  ['BG', /(?<=^\s*ет +.*\S) +[-–] +| +[-–] +(?=.* ет\s*$)/iu],
  ['CZ', beforeTradeName],
  ['HR', /\bvl\b/iu],
  ['IT', /\bdi\b(?=.*(?:&|\be\b) ?c\b)/iu],
  ['SK', beforeTradeName],
])
const branches = new Set(
  'branch filiale filial filialen zweigniederlassung niederlassung succursale sucursal sucursala bijkantoor oddzial pobocka fioktelepe nuf avd avdeling'.split(
    ' ',
  ),
)
const joining = new Set('and und et og och ja kai ve un ir en'.split(' '))

/** `country` has its own legal forms. */
export function normalizeName(name: string, country = ''): NormalizedName | undefined {
  return normalizedText(cleaned(name), country)
}

/** Parts that may be the whole name: both sides of "trading as", the company of a branch, and the name without what it does. */
export function nameParts(name: string, country: string): NormalizedName[] {
  const text = cleaned(name)
  const person = personIn.get(country)
  const sides = text.split(tradingAs).flatMap((side) => (person ? side.split(person) : side))
  const { words } = wordsOf(text)
  const at = words.findIndex(({ text: word }, index) => index > 0 && branches.has(word))
  const company = at > 0 ? nameOfWords(words.slice(0, at), [], country) : undefined
  return [
    ...(sides.length > 1 ? sides.slice(0, MAX_SIDES).map((side) => normalizedText(side, country)) : []),
    ...(company?.forms ? [company] : []),
    beforeDescription(text, country),
    withoutActivities(text, country),
  ].filter((part) => part !== undefined)
}

function withoutActivities(text: string, country: string): NormalizedName | undefined {
  const name = activitiesInCountry.has(country) ? normalizedText(text, country) : undefined
  const last = name?.words.findLastIndex((word) => !activitiesInCountry.get(country)?.has(word.text)) ?? -1
  return name && last >= 0 && last < name.words.length - 1
    ? { ...name, words: name.words.slice(0, last + 1) }
    : undefined
}

function beforeDescription(text: string, country: string): NormalizedName | undefined {
  const separator = describedAfter.get(country)
  if (separator === undefined) return undefined
  const [first = '', ...rest] = text.split(separator)
  const name = normalizedText(first, country)
  const hasForm = (part: string) =>
    legalForms().formOf.has(textOf(splitWords(part))) || Boolean(normalizedText(part, country)?.forms)
  return rest.length > 0 && (name?.forms || rest.some(hasForm)) ? name : undefined
}

/** Bounded twice: NFKC expands some characters to whole sentences. */
const cleaned = (name: string): string =>
  name
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .slice(0, MAX_LENGTH)
    .replace(/\p{Cf}/gu, '')

function normalizedText(text: string, country: string): NormalizedName | undefined {
  const { words, forms } = wordsOf(text)
  return words.length > 0 ? nameOfWords(words, forms, country) : undefined
}

type Form = { name: string; written: string }

/** `forms` are those written without a space. */
function wordsOf(text: string): { words: Word[]; forms: Form[] } {
  const forms: Form[] = []
  let rest = text
  for (const [form, name] of easternForms) {
    rest = rest.replace(form, (written) => {
      forms.push({ name, written })
      return ' '
    })
  }
  const words = splitWords(rest)
  return words.length > 0 ? { words, forms } : { words: splitWords(text), forms: [] }
}

export function splitWords(text: string): Word[] {
  const tokens = text
    .replace(/(?<=\p{Script=Hebrew})["״](?=\p{Script=Hebrew})/gu, '')
    .replace(/['’`´ʼ׳]/gu, '')
    .replace(/[&+]/g, ' & ')
    .matchAll(
      /(?<gap>[^\p{L}\p{M}\p{N}./-]?)(?:&|(?<token>[\p{L}\p{M}\p{N}]+)(?<stop>\.(?![\p{L}\p{N}]))?)/gu,
    )
  const words: Word[][] = []
  let wasOneLetter = false
  for (const { groups } of tokens) {
    const token = groups?.token ?? '&'
    const isOneLetter = /^\p{L}\p{M}*$/u.test(token)
    const word = wordOf(token, groups?.stop !== undefined)
    const letters = isOneLetter && wasOneLetter ? words.at(-1) : undefined
    const last = letters?.at(-1)
    if (letters && last && groups?.gap === '') Object.assign(last, joined([last, word]), { isLetters: true })
    else if (letters) letters.push(word)
    else if (word.text !== '') words.push([word])
    wasOneLetter = isOneLetter && word.text !== ''
  }
  return words.flatMap(withFormApart)
}

/** Letters with spaces between them are one word, without a legal form, as in A.B.C. S.p.A. or S.R.L. a socio unico. */
function withFormApart(letters: readonly Word[]): Word[] {
  const [, ...cuts] = letters.keys()
  for (const cut of isLettersForm(letters) ? [] : cuts) {
    const parts = [letters.slice(0, cut), letters.slice(cut)]
    if (parts.some(isLettersForm)) return parts.map(inOneWord)
  }
  return [inOneWord(letters)]
}

function isLettersForm(part: readonly Word[]): boolean {
  const { text } = joined(part)
  const { formOf } = legalForms()
  return part.some(({ isLetters }) => isLetters) && (formOf.has(text) || formOf.has(`sp ${text}`))
}

function inOneWord(letters: readonly Word[]): Word {
  const [only] = letters
  return letters.length === 1 && only ? only : { ...joined(letters), isLetters: true }
}

export function joined(words: readonly Word[]): Word {
  const text = (of: (word: Word) => string) => words.map(of).join('')
  return {
    text: text((word) => word.text),
    inFull: text((word) => word.inFull),
    written: text(({ written }) => written),
    native: words.some(({ native }) => native) ? text((word) => word.native ?? word.text) : undefined,
    isAbbreviated: false,
    isShortened: false,
    isLetters: false,
  }
}

function wordOf(token: string, isAbbreviated: boolean): Word {
  const lower = inOneScript(token.toLowerCase())
  const text = token === '&' ? 'and' : romanize(lower)
  const whole = shortened.get(text)
  return {
    text: whole ?? text,
    inFull: whole ?? (token === '&' ? 'and' : romanizeInFull(lower)),
    written: token,
    native: inOwnScript(lower),
    isAbbreviated,
    isShortened: token === '&' || whole !== undefined,
    isLetters: false,
  }
}

const lookAlikes = [
  [/\p{Script=Cyrillic}/gu, 'авекмнорстхуі', 'abekmhopctxyi'],
  [/\p{Script=Greek}/gu, 'αβεζηικμνορτυχ', 'abezhikmnoptyx'],
] as const

/** Registers contain Latin letters in Greek and Cyrillic words, which look the same. */
function inOneScript(word: string): string {
  const latin = word.match(/[a-z]/g) ?? []
  for (const [script, own, inLatin] of latin.length > 0 ? lookAlikes : []) {
    const others = word.match(script) ?? []
    if (others.length === 0) continue
    const [from, to, letters] = others.length < latin.length ? [own, inLatin, others] : [inLatin, own, latin]
    if (letters.every((letter) => from.includes(letter)))
      return [...word].map((letter) => to[from.indexOf(letter)] ?? letter).join('')
  }
  return word
}

const legalForms = once(() => {
  const formOf: ReadonlyMap<string, string> = new Map(
    formLines.flatMap((line) => {
      const [form = '', ...others] = line.split(', ')
      return [form, ...others].flatMap((writing) => [
        [romanize(writing), form] as const,
        [romanizeInFull(writing), form] as const,
      ])
    }),
  )
  return { formOf, mostWords: Math.max(...[...formOf.keys()].map((writing) => writing.split(' ').length)) }
})

function nameOfWords(all: readonly Word[], found: readonly Form[], country: string): NormalizedName {
  const forms = new Set(found.map(({ name }) => name))
  const written = found.map((form) => form.written)
  let isCertain = found.length > 0
  let words = all
  const take = (taken: readonly Word[], rest: readonly Word[]) => {
    const text = textOf(taken)
    forms.add(legalForms().formOf.get(text) ?? text)
    written.push(writtenIn(all.filter((word) => taken.includes(word))))
    isCertain ||= taken.length > 1 || taken.some(isCertainForm)
    words = rest
  }
  const description = words.findIndex(
    ({ text }, index) =>
      descriptionInCountry.get(country)?.has(text) && endingForm(words.slice(0, index), country) > 0,
  )
  if (description > 0) take(words.slice(description), words.slice(0, description))
  for (let count = endingForm(words, country); count > 0; count = endingForm(words, country)) {
    take(words.slice(-count), words.slice(0, -count))
    if (words.length > 1 && joining.has(words.at(-1)?.text ?? '')) words = words.slice(0, -1)
  }
  const leading = leadingForm(words, country, forms.size > 0)
  if (leading > 0) take(words.slice(0, leading), words.slice(leading))
  for (const word of words) {
    if (plainForms.has(word.text) && words.length > 1) {
      const rest = words.filter((each) => each !== word)
      take([word], rest)
    }
  }
  return {
    words: words.map((word, index) =>
      index > 0 && index < words.length - 1 && joining.has(word.text)
        ? { ...word, text: 'and', inFull: 'and', isShortened: true }
        : word,
    ),
    forms: [...forms].sort().join(' '),
    writtenForms: written.reverse().join(' '),
    isDoubtful: forms.size > 0 && !isCertain,
  }
}

const isCertainForm = ({ text, isLetters, native }: Word) =>
  isLetters || native !== undefined || !doubtfulForms.has(text)

export const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')
export const writtenIn = (words: readonly Word[]) => words.map(({ written }) => written).join(' ')

function endingForm(words: readonly Word[], country: string): number {
  const { formOf, mostWords } = legalForms()
  for (let count = Math.min(mostWords, words.length - 1); count > 0; count--) {
    if (formOf.has(textOf(words.slice(-count)))) return count
  }
  return words.length > 1 && endingInCountry.get(country)?.has(words.at(-1)?.text ?? '') ? 1 : 0
}

function leadingForm(words: readonly Word[], country: string, hasAnother: boolean): number {
  const { formOf, mostWords } = legalForms()
  for (let count = Math.min(mostWords, words.length - 1); count > 1; count--) {
    if (formOf.has(textOf(words.slice(0, count)))) return count
  }
  const [first] = words
  if (!first || words.length === 1) return 0
  const isForm =
    leadingForms.has(first.text) ||
    leadingInCountry.get(country)?.has(first.text) ||
    (/\p{Script=Cyrillic}/u.test(first.native ?? '') && leadingInCyrillic.has(first.text)) ||
    (hasAnother && first.text === LEADING_WITH_ANOTHER)
  return isForm ? 1 : 0
}
