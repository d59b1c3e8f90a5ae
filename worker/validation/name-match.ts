import { MAX_LENGTH, type NormalizedName, nameParts, normalizeName, type Word } from './normalize-name.ts'

export type NameMatch =
  | { match: 'exact' | 'close' | 'different'; percent: number }
  | { match: 'not disclosed'; percent: null }

const CLOSE = 80
/** The most for the same words with another legal form, or with a part that only one name has. */
const ALMOST = 95

/** Regardless of case, accents, script and legal form. One more or fewer word is another company. */
export function matchName(expected: string, registered: string | null): NameMatch {
  const mine = normalizeName(expected)
  const theirs = normalizeName(registered ?? '')
  if (!theirs || (mine && areScriptsApart(mine, theirs))) return { match: 'not disclosed', percent: null }
  if (!mine) return { match: 'different', percent: 0 }
  const whole = percentOf(mine, theirs)
  const parts = [
    ...nameParts(registered ?? '').map((part) => percentOf(mine, part)),
    ...nameParts(expected).map((part) => percentOf(part, theirs)),
  ]
  const most = Math.max(expected.length, registered?.length ?? 0) > MAX_LENGTH ? ALMOST : 100
  const percent = Math.min(most, Math.max(whole, ...parts.map((part) => Math.min(part, ALMOST))))
  return { match: percent === 100 ? 'exact' : percent >= CLOSE ? 'close' : 'different', percent }
}

/** No real company has more. A register's text can hold hundreds, and comparing them would take a second. */
const MAX_OTHER_NAMES = 50

/** A match with one of the register's other names is close, never exact. */
export function matchNames(
  expected: string,
  registered: string | null,
  others: readonly string[],
): NameMatch {
  const match = matchName(expected, registered)
  const best = [...new Set(others)]
    .slice(0, MAX_OTHER_NAMES)
    .map((other) => matchName(expected, other))
    .reduce((most, { percent }) => Math.max(most, percent ?? 0), 0)
  return best >= CLOSE && (match.percent ?? 0) < CLOSE
    ? { match: 'close', percent: Math.min(best, ALMOST) }
    : match
}

export const isName = (name: string): boolean => normalizeName(name) !== undefined

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Han}/u,
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
]

function areScriptsApart(one: NormalizedName, other: NormalizedName): boolean {
  const [mine, theirs] = [one, other].map(({ words }) => {
    const text = words.map((word) => word.text).join('')
    return scripts.map((script) => script.test(text))
  })
  return Boolean(
    mine?.includes(true) && theirs?.includes(true) && !mine.some((isIn, index) => isIn && theirs[index]),
  )
}

function percentOf(one: NormalizedName, other: NormalizedName): number {
  const most = areFormsCompatible(one, other) ? 100 : ALMOST
  if (areSame(one.words, other.words)) return most
  return Math.min(most, pair(one.words, other.words))
}

/** One of them may omit its form, unless the form may be a word of the name. */
function areFormsCompatible(one: NormalizedName, other: NormalizedName): boolean {
  if (one.forms === other.forms) return true
  return (one.forms === '' && !other.isDoubtful) || (other.forms === '' && !one.isDoubtful)
}

const areSame = (one: readonly Word[], other: readonly Word[]): boolean =>
  (one.length === other.length && one.every((word, index) => isSame(word, other[index]))) ||
  isSame(merged(one), merged(other))

const isSame = (one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one.text === other.text ||
    one.text === other.inFull ||
    one.inFull === other.text ||
    (one.text === 'and' && isJoiningLetter.test(other.text)) ||
    (other.text === 'and' && isJoiningLetter.test(one.text)))

const isJoiningLetter = /^[aeiy]$/

const merged = (words: readonly Word[]): Word => ({
  text: words.map(({ text }) => text).join(''),
  inFull: words.map(({ inFull }) => inFull).join(''),
  isAbbreviated: false,
  isLetters: false,
  from: words.find(({ from }) => from)?.from,
})

const fillerWords = new Set(
  'and the of for fur de del di da du des der die das dr prof ing mag dipl mr mrs ms herr frau'.split(' '),
)

type Side = { words: readonly Word[]; left: Set<number> }

/** The percentage of letters in words that match, up to 99; below CLOSE if a significant word is left over. */
function pair(one: readonly Word[], other: readonly Word[]): number {
  const [mine, theirs]: [Side, Side] = [sideOf(one), sideOf(other)]
  let matched = 0
  let typos = 0
  let same = 0
  const take = (left: readonly number[], right: readonly number[], similarity: number) => {
    for (const index of left) mine.left.delete(index)
    for (const index of right) theirs.left.delete(index)
    const letters = weightOf(left.map((index) => one[index])) + weightOf(right.map((index) => other[index]))
    matched += similarity * letters
    if (similarity === 1) same += left.length
  }
  for (const left of mine.left) {
    const right = find(theirs, (word) => isSame(word, one[left]))
    if (right !== undefined) take([left], [right], 1)
  }
  for (const left of mine.left) {
    for (const right of theirs.left) {
      const { similarity, edits } = similarityOf(one[left], other[right])
      if (similarity === 0 || typos + edits > MAX_TYPOS) continue
      typos += edits
      take([left], [right], similarity)
      break
    }
  }
  takeMerged(mine, theirs, (left, right) => take(left, right, 1))
  takeMerged(theirs, mine, (right, left) => take(left, right, 1))
  for (const left of mine.left) {
    const right = same > 0 ? find(theirs, (word) => isInitial(one[left], word)) : undefined
    if (right !== undefined) take([left], [right], INITIAL)
  }
  const initials = new Set([...initialsLeft(mine), ...initialsLeft(theirs)])
  const mayDropInitial = same >= 2 && initials.size === 1
  const isOther = [mine, theirs].some((side) =>
    [...side.left].some((index) => isSignificant(side.words, index, mayDropInitial)),
  )
  const letters = Math.max(1, weightOf(one) + weightOf(other))
  const percent = Math.round((100 * matched) / letters)
  return isOther ? Math.min(percent, CLOSE - 1) : Math.max(CLOSE, Math.min(percent, 99))
}

const sideOf = (words: readonly Word[]): Side => ({ words, left: new Set(words.keys()) })

const weightOf = (words: readonly (Word | undefined)[]) =>
  words.reduce((sum, word) => sum + (word?.text.length ?? 0), 0)

function find({ words, left }: Side, wanted: (word: Word | undefined) => boolean): number | undefined {
  for (const index of left) if (wanted(words[index])) return index
  return undefined
}

/** Matches two words with one: Mc Donald, McDonald. */
function takeMerged(
  pairs: Side,
  singles: Side,
  take: (pair: readonly number[], single: readonly number[]) => void,
): void {
  for (const index of pairs.left) {
    const [word, next] = [pairs.words[index], pairs.words[index + 1]]
    if (!word || !next || !pairs.left.has(index + 1)) continue
    const both = merged([word, next])
    const single = find(singles, (each) => isSame(both, each))
    if (single !== undefined) take([index, index + 1], [single])
  }
}

const INITIAL = 0.6
const isInitial = (one: Word | undefined, other: Word | undefined): boolean => {
  const [short, long] = [one?.text ?? '', other?.text ?? ''].sort((a, b) => a.length - b.length)
  return short?.length === 1 && (long?.length ?? 0) > 2 && long?.startsWith(short) === true
}

function isSignificant(words: readonly Word[], index: number, mayDropInitial: boolean): boolean {
  const { text } = words[index] ?? { text: '' }
  if (fillerWords.has(text)) return false
  const isMiddle = index > 0 && index < words.length - 1
  return !(isMiddle && mayDropInitial && isOneLetter.test(text))
}

const isOneLetter = /^\p{L}$/u
const initialsLeft = ({ words, left }: Side) =>
  [...left].map((index) => words[index]?.text ?? '').filter((text) => isOneLetter.test(text))

const MAX_TYPOS = 2
const MIN_LENGTH_FOR_TYPO = 6
const MIN_LENGTH_FOR_OMISSION = 5
const MIN_LENGTH_FOR_TWO_TYPOS = 12

function similarityOf(one: Word | undefined, other: Word | undefined): { similarity: number; edits: number } {
  if (!one || !other) return { similarity: 0, edits: 0 }
  if (isAbbreviationOf(one, other) || isAbbreviationOf(other, one)) return { similarity: 0.9, edits: 0 }
  const from = one.from ?? other.from
  if (from && one.from !== other.from && soundOf(one.text, from) === soundOf(other.text, from))
    return { similarity: 0.95, edits: 0 }
  const edits = typosBetween(one.text, other.text)
  return edits === undefined
    ? { similarity: 0, edits: 0 }
    : { similarity: 1 - edits / Math.max(one.text.length, other.text.length), edits }
}

const isAbbreviationOf = (cut: Word, whole: Word): boolean =>
  cut.isAbbreviated &&
  cut.text.length >= 3 &&
  whole.text.length > cut.text.length &&
  whole.text.startsWith(cut.text)

function soundOf(text: string, from: 'Greek' | 'Cyrillic'): string {
  const common = text
    .replace(/shch/g, 'sht')
    .replace(/zh/g, 'z')
    .replace(/sh/g, 's')
    .replace(/kh/g, 'h')
    .replace(/ch/g, 'c')
    .replace(/ph/g, 'f')
    .replace(/t[sz]/g, 'c')
    .replace(/ks/g, 'x')
    .replace(/w/g, 'v')
    .replace(/[jy]/g, 'i')
  const sound = from === 'Greek' ? common.replace(/ou/g, 'u').replace(/b/g, 'v').replace(/e/g, 'i') : common
  return sound.replace(/(.)\1+/g, '$1')
}

/** One or two typos between long Latin words; undefined for other words. */
function typosBetween(one: string, other: string): number | undefined {
  const least = Math.min(one.length, other.length)
  const most = least >= MIN_LENGTH_FOR_TWO_TYPOS ? 2 : 1
  const isWord = /^[a-z]+$/
  const enough = one.length === other.length ? MIN_LENGTH_FOR_TYPO : MIN_LENGTH_FOR_OMISSION
  if (least < enough || Math.abs(one.length - other.length) > most) return undefined
  if (one[0] !== other[0] || !isWord.test(one) || !isWord.test(other)) return undefined
  const edits = distance(one, other)
  return edits <= most ? edits : undefined
}

const MAX_WORD_LENGTH = 50

/** Optimal string alignment. */
function distance(a: string, b: string): number {
  if (Math.max(a.length, b.length) > MAX_WORD_LENGTH) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
