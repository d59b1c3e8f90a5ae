/** The long vowel marks of Japanese and Arabic are typed as dashes. */
const otherWord = /(?![\u0640\u30fc\uff70])[\p{L}\p{N}]/u

/** In a mask, # is a character of the number. Some Mexican RFCs contain &. */
function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code > 127) return otherWord.test(text.charAt(at))
  return (
    code === 35 ||
    code === 38 ||
    (code > 47 && code < 58) ||
    (code > 64 && code < 91) ||
    (code > 96 && code < 123)
  )
}

/**
 * Where the separators are: how many characters follow each of them, from the last. A prefix changes none of these, so
 * that a mask and a typed number can be compared.
 */
export function separatorsOf(text: string): readonly number[] {
  const found: number[] = []
  let count = 0
  let isSeparated = false
  for (let at = text.length - 1; at >= 0; at--) {
    if (!isWord(text, at)) isSeparated = count > 0
    else {
      if (isSeparated) found.push(count)
      isSeparated = false
      count++
    }
  }
  return found
}

export type Layout = { readonly size: number; readonly separators: readonly number[] }

/** Undefined if the mask has no separators within the number. */
export function layoutOf(mask: string | undefined): Layout | undefined {
  if (mask === undefined) return undefined
  const size = mask.replace(/[^#]/g, '').length
  const separators = separatorsOf(mask).filter((at) => at < size)
  return separators.length > 0 ? { size, separators } : undefined
}

/** Whether the typed number has exactly the separators of the layout. */
export function isLaidOut({ size, separators }: Layout, typed: readonly number[]): boolean {
  for (let i = 0; i < separators.length; i++) if (typed[i] !== separators[i]) return false
  const next = typed[separators.length]
  return next === undefined || next >= size
}

/** `T.V.A.` */
const betweenLetters = /(?<=\p{L})[^\p{L}\p{N}&]+(?=\p{L})/gu

/**
 * Whether the typed number has separators in other places than the layout. Spaces, those of thousands and those between
 * letters don't count.
 */
export function isMisplaced({ size, separators }: Layout, given: string): boolean {
  const typed = given.replace(betweenLetters, '')
  let count = 0
  for (let at = typed.length - 1; at >= 0 && count < size; at--) {
    const char = typed.charAt(at)
    if (isWord(typed, at)) count++
    else if (count > 0 && char !== ' ' && !separators.includes(count)) {
      const before = separators.findLast((place) => place < count) ?? 0
      if (char !== '.' || (count - before) % 3 !== 0) return true
    }
  }
  return false
}
