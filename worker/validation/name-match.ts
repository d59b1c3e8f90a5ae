import { isLatin, plainName } from './plain-name.ts'

/** How the name that the caller has compares with the register's; `percent` is 100 for the same. */
export type NameMatch =
  | { match: 'exact' | 'close' | 'different'; percent: number }
  | { match: 'not disclosed'; percent: null }

const CLOSE = 80

/**
 * Compares a name with the register's, whatever the case, accents, script, order of words and legal form. A register
 * that tells no name, or only one in a script that cannot be compared, has disclosed none.
 */
export function matchName(asked: string, registered: string | null): NameMatch {
  const mine = plainName(asked)
  const theirs = plainName(registered ?? '')
  if (theirs.length === 0 || isLatin(mine) !== isLatin(theirs))
    return { match: 'not disclosed', percent: null }
  if (mine.join('') === theirs.join('')) return { match: 'exact', percent: 100 }
  const percent = Math.min(
    99,
    Math.round(100 * Math.max(alike(mine.join(''), theirs.join('')), byWord(mine, theirs))),
  )
  return { match: percent >= CLOSE ? 'close' : 'different', percent }
}

/** Words of the shorter name find their like in the longer one; what is left over in the longer counts against it by half. */
function byWord(one: readonly string[], other: readonly string[]): number {
  const [few, many] = weightOf(one) <= weightOf(other) ? [one, other] : [other, one]
  const left = [...many]
  let found = 0
  for (const word of few) {
    const likes = left.map((each) => alike(word, each))
    const best = Math.max(0, ...likes)
    if (best > 0.6) left.splice(likes.indexOf(best), 1)
    found += best > 0.6 ? best * word.length : 0
  }
  const most = Math.max(1, weightOf(few))
  const rest = weightOf(left) / Math.max(1, weightOf(many))
  return (found / most) * (1 - rest / 2)
}

const weightOf = (words: readonly string[]) => words.reduce((sum, word) => sum + word.length, 0)

const LONGEST = 200

/** From 0 to 1: the part of letters that need not be changed, put in, left out or swapped (optimal string alignment). */
function alike(one: string, other: string): number {
  const a = one.slice(0, LONGEST)
  const b = other.slice(0, LONGEST)
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
  return 1 - (last[b.length] ?? 0) / Math.max(1, a.length, b.length)
}
