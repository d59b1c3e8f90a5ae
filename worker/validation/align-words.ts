import type { IgnoredKind } from './constants.ts'
import type { Comparison } from './contract.ts'
import { spellingIn } from './letters.ts'
import { joined, type Word, writtenIn } from './normalize-name.ts'

export type Ignored = Comparison['ignored'][number]

type Side = { words: readonly Word[]; left: Set<number> }

type Pair = {
  left: readonly number[]
  right: readonly number[]
  kind: IgnoredKind | undefined
}

export type Alignment = {
  mine: Side
  theirs: Side
  /** The percentage of all letters that are in matching words. */
  percent: number
  same: number
  ignored: Ignored[]
}

/** Matches each word with at most one: the same first, then similar ones, pairs that are one word, and initials. */
export function align(one: readonly Word[], other: readonly Word[]): Alignment {
  const [mine, theirs]: [Side, Side] = [sideOf(one), sideOf(other)]
  const pairs: Pair[] = []
  let matched = 0
  let typos = 0
  let same = 0
  const take = ({ left, right, kind }: Pair, similarity: number) => {
    for (const index of left) mine.left.delete(index)
    for (const index of right) theirs.left.delete(index)
    matched +=
      similarity * (weightOf(left.map((index) => one[index])) + weightOf(right.map((index) => other[index])))
    if (similarity === 1) same += left.length
    pairs.push({ left, right, kind })
  }
  const takeFitting = (compare: (left: Word | undefined, right: Word | undefined) => Same | undefined) => {
    for (const left of mine.left) {
      for (const right of theirs.left) {
        const found = compare(one[left], other[right])
        if (!found) continue
        take({ left: [left], right: [right], kind: found.kind }, found.similarity)
        break
      }
    }
  }
  takeFitting((left, right) => {
    const found = sameness(left, right)
    return found?.similarity === 1 ? found : undefined
  })
  takeFitting((left, right) => {
    const found = similarityOf(left, right)
    if (!found || typos + found.edits > MAX_TYPOS) return undefined
    typos += found.edits
    return found
  })
  takeJoined(mine, theirs, (left, right, { kind, similarity }) => take({ left, right, kind }, similarity))
  takeJoined(theirs, mine, (right, left, { kind, similarity }) => take({ left, right, kind }, similarity))
  if (same > 0) takeFitting((left, right) => (isInitial(left, right) ? INITIAL : undefined))
  const percent = Math.round((100 * matched) / Math.max(1, weightOf(one) + weightOf(other)))
  return { mine, theirs, percent, same, ignored: ignoredIn(pairs, mine, theirs) }
}

const sideOf = (words: readonly Word[]): Side => ({ words, left: new Set(words.keys()) })

export const weightOf = (words: readonly (Word | undefined)[]) =>
  words.reduce((sum, word) => sum + (word?.text.length ?? 0), 0)

function ignoredIn(pairs: readonly Pair[], mine: Side, theirs: Side): Ignored[] {
  const sorted = [...pairs].sort((one, other) => (one.left[0] ?? 0) - (other.left[0] ?? 0))
  const isInOrder = sorted.every(
    ({ right }, index) => index === 0 || (right[0] ?? 0) > (sorted[index - 1]?.right[0] ?? 0),
  )
  const written = ({ words }: Side, indexes: readonly number[]) =>
    writtenIn(indexes.flatMap((index) => words[index] ?? []))
  return grouped([
    ...sorted.map(({ left, right, kind }) => ({
      kind,
      requested: written(mine, left),
      registered: written(theirs, right),
    })),
    ...(isInOrder
      ? []
      : [{ kind: 'order' as const, requested: writtenIn(mine.words), registered: writtenIn(theirs.words) }]),
  ])
}

type Found = Omit<Ignored, 'kind'> & { kind: IgnoredKind | undefined }

export function grouped(found: readonly Found[]): Ignored[] {
  const kinds = new Set(found.flatMap(({ kind }) => kind ?? []))
  const joinedTexts = (texts: readonly (string | null)[]) =>
    texts.filter((text) => text !== null && text !== '').join(' ') || null
  return [...kinds].map((kind) => {
    const all = found.filter((each) => each.kind === kind)
    return {
      kind,
      requested: joinedTexts(all.map(({ requested }) => requested)),
      registered: joinedTexts(all.map(({ registered }) => registered)),
    }
  })
}

type Same = { similarity: number; kind: IgnoredKind | undefined }

/** A common spelling that no standard has lowers the similarity to below 1. */
export function sameness(one: Word | undefined, other: Word | undefined): Same | undefined {
  if (!one || !other) return undefined
  const [mine, theirs] = [
    [one.text, one.inFull],
    [other.text, other.inFull],
  ]
  if (mine?.some((text) => theirs?.includes(text))) return { similarity: 1, kind: kindOf(one, other) }
  if (
    (one.text === 'and' && isJoiningLetter.test(other.text)) ||
    (other.text === 'and' && isJoiningLetter.test(one.text))
  )
    return { similarity: 1, kind: 'abbreviation' }
  if ((one.native === undefined) === (other.native === undefined)) return undefined
  const spelling = spellingIn(
    one.native ?? other.native ?? '',
    one.native === undefined ? one.text : other.text,
  )
  return spelling && { similarity: spelling === 'published' ? 1 : COMMON_SPELLING, kind: 'transliteration' }
}

const COMMON_SPELLING = 0.95
const isJoiningLetter = /^[aeiy]$/

function kindOf(one: Word, other: Word): IgnoredKind | undefined {
  if (one.written === other.written) return undefined
  if (one.written.toLowerCase() === other.written.toLowerCase()) return 'case'
  if ((one.native === undefined) !== (other.native === undefined)) return 'transliteration'
  return one.isShortened || other.isShortened ? 'abbreviation' : 'accents'
}

/** Matches two words with one: Mc Donald, McDonald. */
function takeJoined(
  pairs: Side,
  singles: Side,
  take: (pair: readonly number[], single: readonly number[], same: Same) => void,
): void {
  for (const index of pairs.left) {
    const [word, next] = [pairs.words[index], pairs.words[index + 1]]
    if (!word || !next || !pairs.left.has(index + 1)) continue
    const both = joined([word, next])
    for (const single of singles.left) {
      const found = sameness(both, singles.words[single])
      if (!found) continue
      take([index, index + 1], [single], withSpacing(found))
      break
    }
  }
}

export const withSpacing = ({ similarity, kind }: Same): Same => ({
  similarity,
  kind: kind === 'transliteration' ? kind : 'spacing',
})

const INITIAL: Same = { similarity: 0.6, kind: 'initial' }
const isInitial = (one: Word | undefined, other: Word | undefined): boolean => {
  const [short, long] = [one?.text ?? '', other?.text ?? ''].sort((a, b) => a.length - b.length)
  return short?.length === 1 && (long?.length ?? 0) > 2 && long?.startsWith(short) === true
}

const MAX_TYPOS = 2
const MIN_LENGTH_FOR_TYPO = 6
const MIN_LENGTH_FOR_OMISSION = 5
const MIN_LENGTH_FOR_TWO_TYPOS = 12

function similarityOf(
  one: Word | undefined,
  other: Word | undefined,
): (Same & { edits: number }) | undefined {
  if (!one || !other) return undefined
  if (isAbbreviationOf(one, other) || isAbbreviationOf(other, one))
    return { similarity: 0.9, kind: 'abbreviation', edits: 0 }
  const same = sameness(one, other)
  if (same) return { ...same, edits: 0 }
  const edits = typosBetween(one.text, other.text)
  if (edits === undefined) return undefined
  return { similarity: 1 - edits / Math.max(one.text.length, other.text.length), kind: 'typo', edits }
}

const isAbbreviationOf = (cut: Word, whole: Word): boolean =>
  cut.isAbbreviated &&
  cut.text.length >= 3 &&
  whole.text.length > cut.text.length &&
  whole.text.startsWith(cut.text)

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
