import {
  doubtfulForms,
  easternForms,
  formLines,
  LEADING_WITH_ANOTHER,
  leadingForms,
  leadingInCyrillic,
  plainForms,
} from './legal-forms.ts'

/** Letters that taking accents off leaves as they are. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
}

/** Greek by ELOT 743, two letters first. */
const greek: Readonly<Record<string, string>> = {
  ου: 'ou',
  αυ: 'av',
  ευ: 'ev',
  μπ: 'b',
  ντ: 'nt',
  γγ: 'ng',
  γκ: 'gk',
  τσ: 'ts',
  τζ: 'tz',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/** Cyrillic as Bulgaria and Ukraine write it in Latin letters, which the others come close to. */
const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  ђ: 'dj',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  џ: 'dz',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

const letters = { ...latin, ...greek, ...cyrillic }
const known = new RegExp(
  Object.keys(letters)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'g',
)

/** Accents that are written out where there is no such key, each in the language that does so. */
const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/** Accents and points; not the marks that make another letter, as in Japanese, Thai or Hindi. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(known, (letter) => letters[letter] ?? letter)

const inFull = (text: string): string =>
  plain(text.normalize('NFC').replace(/[äöüøå]/g, (letter) => writtenOut[letter] ?? letter))

/** Shortened words, as they stand in many names. */
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

/** A word of a name in small letters without accents. */
export type Word = {
  text: string
  /** With ä as ae; the same where there is nothing to write out. */
  inFull: string
  /** It ended in a full stop, and is perhaps the beginning of a longer one. */
  isCut: boolean
  /** Single letters in a row, as in S.p.A. */
  isLetters: boolean
  /** The alphabet that it was put into Latin letters from. */
  from: 'Greek' | 'Cyrillic' | undefined
}

export type NormalizedName = {
  words: readonly Word[]
  /** The forms of company that it names, in one order; empty without any. */
  forms: string
  /** What looks like its form is perhaps a word of the name, as in AS Roma or Day Spa. */
  isDoubtful: boolean
}

/** A register tells no more, and a caller may not ask more; what is longer is compared by its beginning. */
export const MAX_LENGTH = 500
const MAX_SIDES = 4
const tradingAs =
  /\|\||\bt\/a\b|\btrading as\b|\bd\/b\/a\b|\bdba\b|\bdoing business as\b|\bh\.?o\.?d\.?n\b\.?|\bhandelend onder de naam\b/u
const branches = new Set(
  'branch filiale filial filialen zweigniederlassung niederlassung succursale sucursal sucursala bijkantoor oddzial pobocka fioktelepe nuf'.split(
    ' ',
  ),
)
const joining = new Set('and und et og och ja kai ve un ir en'.split(' '))

/** A name as two writings of it can be compared; undefined where it has neither letters nor digits. */
export function normalizeName(name: string): NormalizedName | undefined {
  return plainNameOf(cleaned(name))
}

/** What else may stand for the whole name: the sides of "trading as", and the company that a branch is of. */
export function nameParts(name: string): NormalizedName[] {
  const text = cleaned(name)
  const sides = text.split(tradingAs)
  const { words } = wordsOf(text)
  const at = words.findIndex(({ text: word }, index) => index > 0 && branches.has(word))
  const company = at > 0 ? nameOfWords(words.slice(0, at), []) : undefined
  return [
    ...(sides.length > 1 ? sides.slice(0, MAX_SIDES).map(plainNameOf) : []),
    // A branch is told after the whole name of its company, which ends in its form.
    ...(company?.forms ? [company] : []),
  ].filter((part) => part !== undefined)
}

/** Some single characters stand for whole sentences: what they are written out as is bounded too. */
const cleaned = (name: string): string =>
  name
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')

function plainNameOf(text: string): NormalizedName | undefined {
  const { words, forms } = wordsOf(text)
  return words.length > 0 ? nameOfWords(words, forms) : undefined
}

/** Its words, and the forms that were written to them without a space. */
function wordsOf(text: string): { words: Word[]; forms: string[] } {
  const forms: string[] = []
  let rest = text
  for (const [form, told] of easternForms) {
    rest = rest.replace(form, () => {
      forms.push(told)
      return ' '
    })
  }
  const words = splitWords(rest)
  return words.length > 0 ? { words, forms } : { words: splitWords(text), forms: [] }
}

function splitWords(text: string): Word[] {
  const tokens = text
    .replace(/(?<=\p{Script=Hebrew})["״](?=\p{Script=Hebrew})/gu, '')
    .replace(/['’`´ʼ]/gu, '')
    .replace(/[&+]/g, ' and ')
    .matchAll(/(?<token>[\p{L}\p{M}\p{N}]+)(?<stop>\.(?![\p{L}\p{N}]))?/gu)
  const words: (Word & { isOneLetter: boolean })[] = []
  for (const { groups } of tokens) {
    const token = groups?.token ?? ''
    const isOneLetter = /^\p{L}\p{M}*$/u.test(token)
    const word = wordOf(token, groups?.stop !== undefined)
    const last = words.at(-1)
    if (isOneLetter && last?.isOneLetter) {
      last.text += word.text
      last.inFull += word.inFull
      last.isCut = false
      last.isLetters = true
    } else if (word.text !== '') words.push({ ...word, isOneLetter })
  }
  return words
}

function wordOf(token: string, isCut: boolean): Word {
  const text = plain(token)
  const whole = shortened.get(text)
  const from = /\p{Script=Cyrillic}/u.test(token)
    ? 'Cyrillic'
    : /\p{Script=Greek}/u.test(token)
      ? 'Greek'
      : undefined
  return { text: whole ?? text, inFull: whole ?? inFull(token), isCut, isLetters: false, from }
}

/** By each writing of a form, the one that stands for all of them. */
const formOf: ReadonlyMap<string, string> = new Map(
  formLines.flatMap((line) => {
    const [form = '', ...others] = line.split(', ')
    return [form, ...others].flatMap((writing) => [
      [plain(writing), form] as const,
      [inFull(writing), form] as const,
    ])
  }),
)
const MOST_WORDS_OF_FORM = Math.max(...[...formOf.keys()].map((writing) => writing.split(' ').length))

/** Takes the forms of company off a name, but never all of it. */
function nameOfWords(all: readonly Word[], told: readonly string[]): NormalizedName {
  const forms = new Set(told)
  let isCertain = told.length > 0
  let words = all
  const take = (taken: readonly Word[], rest: readonly Word[]) => {
    forms.add(formOf.get(textOf(taken)) ?? '')
    isCertain ||= taken.length > 1 || taken.some(isCertainForm)
    words = rest
  }
  for (let count = endingForm(words); count > 0; count = endingForm(words)) {
    take(words.slice(-count), words.slice(0, -count))
    if (words.length > 1 && joining.has(words.at(-1)?.text ?? '')) words = words.slice(0, -1)
  }
  const leading = leadingForm(words, forms.size > 0)
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
        ? { ...word, text: 'and', inFull: 'and' }
        : word,
    ),
    forms: [...forms].sort().join(' '),
    isDoubtful: forms.size > 0 && !isCertain,
  }
}

const isCertainForm = ({ text, isLetters, from }: Word) =>
  isLetters || from !== undefined || !doubtfulForms.has(text)

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

/** How many words at the end are a form; fewer than all. */
function endingForm(words: readonly Word[]): number {
  for (let count = Math.min(MOST_WORDS_OF_FORM, words.length - 1); count > 0; count--) {
    if (formOf.has(textOf(words.slice(-count)))) return count
  }
  return 0
}

function leadingForm(words: readonly Word[], hasAnother: boolean): number {
  for (let count = Math.min(MOST_WORDS_OF_FORM, words.length - 1); count > 1; count--) {
    if (formOf.has(textOf(words.slice(0, count)))) return count
  }
  const [first] = words
  if (!first || words.length === 1) return 0
  const isForm =
    leadingForms.has(first.text) ||
    (first.from === 'Cyrillic' && leadingInCyrillic.has(first.text)) ||
    (hasAnother && first.text === LEADING_WITH_ANOTHER)
  return isForm ? 1 : 0
}
