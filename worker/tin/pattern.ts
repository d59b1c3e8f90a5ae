type Sets = Readonly<Record<string, string>>

export function matchesPlace(place: string, char: string, sets: Sets): boolean {
  const p = place.charCodeAt(0)
  const c = char.charCodeAt(0)
  const isDigit = c >= 48 && c <= 57
  const isLetter = c >= 65 && c <= 90
  if (p === 100) return isDigit
  if (p === 97) return isLetter
  if (p === 120) return isDigit || isLetter
  if (p > 97 && p <= 122) return sets[place]?.includes(char) ?? false
  return p === c
}

export function matchesPattern(pattern: string, text: string, sets: Sets): boolean {
  for (let i = 0; i < pattern.length; i++) {
    const p = pattern.charCodeAt(i)
    const c = text.charCodeAt(i)
    if (p === 100) {
      if (c < 48 || c > 57) return false
    } else if (p === 97) {
      if (c < 65 || c > 90) return false
    } else if (p < 97) {
      if (p !== c) return false
    } else if (!matchesPlace(pattern.charAt(i), text.charAt(i), sets)) return false
  }
  return true
}
