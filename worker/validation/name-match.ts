import { type Alignment, align, grouped, type Ignored, sameness, withSpacing } from './align-words.ts'
import type { Comparison } from './contract.ts'
import { isOtherScript } from './letters.ts'
import {
  joined,
  MAX_LENGTH,
  type NormalizedName,
  nameParts,
  normalizeName,
  textOf,
  type Word,
  writtenIn,
} from './normalize-name.ts'

export const MIN_CLOSE_SCORE = 80
/** The highest score for the same words with another legal form, or with a part that only one name has. */
const ALMOST = 95

type Scored = { score: number; ignored: Ignored[]; mine: NormalizedName; theirs: NormalizedName }

/** Ignores case, accents, script and legal form. A name with one more or fewer word is another company. */
export function matchName(expected: string, registered: string | null, country = ''): Comparison {
  const mine = normalizeName(expected, country)
  const theirs = normalizeName(registered ?? '', country)
  if (!mine || !theirs) return notCompared(mine, theirs, theirs ? 0 : null)
  const best = bestOf(expected, registered ?? '', { mine, theirs }, country)
  const most = Math.max(expected.length, registered?.length ?? 0) > MAX_LENGTH ? ALMOST : 100
  const score = Math.min(most, best.score)
  if (score < MIN_CLOSE_SCORE && areScriptsApart(mine, theirs)) return notCompared(mine, theirs, null)
  return {
    match: matchOf(score),
    score,
    requested: textOf(best.mine.words),
    registered: textOf(best.theirs.words),
    ignored: best.ignored,
  }
}

export const matchOf = (score: number) =>
  score === 100 ? 'exact' : score >= MIN_CLOSE_SCORE ? 'close' : 'different'

const notCompared = (
  mine: NormalizedName | undefined,
  theirs: NormalizedName | undefined,
  score: 0 | null,
): Comparison => ({
  match: score === null ? 'not_disclosed' : 'different',
  score,
  requested: textOf(mine?.words ?? []),
  registered: theirs ? textOf(theirs.words) : null,
  ignored: [],
})

type Pair = Pick<Scored, 'mine' | 'theirs'>

function bestOf(expected: string, registered: string, { mine, theirs }: Pair, country: string): Scored {
  const parts = [
    ...nameParts(registered, country).map((part) => ({ ...scored(mine, part), part, whole: theirs })),
    ...nameParts(expected, country).map((part) => ({ ...scored(part, theirs), part, whole: mine })),
  ].map(({ part, whole, ...result }) => ({
    ...result,
    score: Math.min(result.score, ALMOST),
    ignored: grouped([...result.ignored, extraOf(whole, part, whole === mine)]),
  }))
  return parts.reduce((best, each) => (each.score > best.score ? each : best), scored(mine, theirs))
}

function extraOf(whole: NormalizedName, part: NormalizedName, isMine: boolean): Ignored {
  const written = new Set(part.words.map((word) => word.written))
  const rest = writtenIn(whole.words.filter((word) => !written.has(word.written)))
  return { kind: 'extra', requested: isMine ? rest : null, registered: isMine ? null : rest }
}

/** No real company has more. A register's text can hold hundreds, and comparing them would take a second. */
const MAX_OTHER_NAMES = 50

/** A match with one of the register's other names is close, never exact. */
export function matchNames(
  expected: string,
  registered: string | null,
  others: readonly string[],
  country = '',
): Comparison {
  const match = matchName(expected, registered, country)
  const best = [...new Set(others)]
    .slice(0, MAX_OTHER_NAMES)
    .map((other) => matchName(expected, other, country))
    .reduce<Comparison | undefined>(
      (most, each) => ((each.score ?? 0) > (most?.score ?? 0) ? each : most),
      undefined,
    )
  if (!best || (best.score ?? 0) < MIN_CLOSE_SCORE || (match.score ?? 0) >= MIN_CLOSE_SCORE) return match
  const ignored: Ignored = { kind: 'other_name', requested: null, registered }
  const score = Math.min(best.score ?? 0, ALMOST)
  return { ...best, match: 'close', score, ignored: [...best.ignored, ignored] }
}

export const isName = (name: string): boolean => normalizeName(name) !== undefined

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Han}/u,
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
]

export function areScriptsApart(
  ...names: [Pick<NormalizedName, 'words'>, Pick<NormalizedName, 'words'>]
): boolean {
  const [mine, theirs] = names.map(({ words }) => scripts.map((script) => script.test(textOf(words))))
  return Boolean(
    mine?.includes(true) && theirs?.includes(true) && !mine.some((isIn, index) => isIn && theirs[index]),
  )
}

function scored(mine: NormalizedName, theirs: NormalizedName): Scored {
  const most = areFormsCompatible(mine, theirs) ? 100 : ALMOST
  const { score, ignored } = comparedWhole(mine.words, theirs.words) ?? compared(mine.words, theirs.words)
  const hasOtherForm = mine.writtenForms.toLowerCase() !== theirs.writtenForms.toLowerCase()
  const form: Ignored = {
    kind: 'legal_form',
    requested: mine.writtenForms || null,
    registered: theirs.writtenForms || null,
  }
  return { score: Math.min(most, score), ignored: hasOtherForm ? [...ignored, form] : ignored, mine, theirs }
}

/** One of them may omit its form, unless it may be a word of the name. Other scripts have other forms. */
function areFormsCompatible(one: NormalizedName, other: NormalizedName): boolean {
  if (one.forms === other.forms || isOtherScript(textOf(one.words)) !== isOtherScript(textOf(other.words)))
    return true
  return (one.forms === '' && !other.isDoubtful) || (other.forms === '' && !one.isDoubtful)
}

type Score = Pick<Scored, 'score' | 'ignored'>

function comparedWhole(one: readonly Word[], other: readonly Word[]): Score | undefined {
  const same = one.length === other.length ? one.map((word, index) => sameness(word, other[index])) : []
  const pairs = same.flatMap((each, index) => {
    const [mine, theirs] = [one[index], other[index]]
    return each && mine && theirs ? [{ ...each, requested: mine.written, registered: theirs.written }] : []
  })
  const isEach = pairs.length === one.length && pairs.length === other.length
  const whole = isEach ? undefined : sameness(joined(one), joined(other))
  if (!isEach && !whole) return undefined
  const found = whole
    ? [{ ...withSpacing(whole), requested: writtenIn(one), registered: writtenIn(other) }]
    : pairs
  return { score: found.every(({ similarity }) => similarity === 1) ? 100 : ALMOST, ignored: grouped(found) }
}

const fillerWords = new Set(
  'and the of for fur de del di da du des der die das dr prof ing mag mgr bc mudr judr phdr rndr mvdr mddr paeddr pharmdr mba phd dkfm dipl mr mrs ms herr frau monsieur madame mme mlle trustee'.split(
    ' ',
  ),
)

/** Up to 99; not close if a significant word is left over. */
function compared(one: readonly Word[], other: readonly Word[]): Score {
  const alignment = align(one, other)
  const { mine, theirs, percent } = alignment
  if (hasSignificant(alignment))
    return { score: Math.min(percent, MIN_CLOSE_SCORE - 1), ignored: alignment.ignored }
  const leftOver = ({ words, left }: Alignment['mine']) =>
    writtenIn([...left].flatMap((index) => words[index] ?? []))
  const extra = { kind: 'extra' as const, requested: leftOver(mine), registered: leftOver(theirs) }
  const isExtra = mine.left.size + theirs.left.size > 0
  return {
    score: Math.max(MIN_CLOSE_SCORE, Math.min(percent, 99)),
    ignored: grouped([...alignment.ignored, ...(isExtra ? [extra] : [])]),
  }
}

function hasSignificant({ mine, theirs, same }: Alignment): boolean {
  const initials = new Set([...initialsLeft(mine), ...initialsLeft(theirs)])
  const mayDropInitial = same >= 2 && initials.size === 1
  return [mine, theirs].some(({ words, left }) =>
    [...left].some((index) => {
      const text = words[index]?.text ?? ''
      const isMiddle = index > 0 && index < words.length - 1
      return !fillerWords.has(text) && !(isMiddle && mayDropInitial && isOneLetter.test(text))
    }),
  )
}

const isOneLetter = /^\p{L}$/u
const initialsLeft = ({ words, left }: Alignment['mine']) =>
  [...left].map((index) => words[index]?.text ?? '').filter((text) => isOneLetter.test(text))
