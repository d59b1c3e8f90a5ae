export type NormalizedText = {
  readonly text: string
  readonly altered: boolean
}

export const maxInputLength = 200

// `="0123"` keeps the zero in a CSV file for Excel.
const isSeparator = new Uint8Array(128)
for (const char of ' \t\n\v\f\r-./\\,:;_\'"`()[]{}<>|#=') isSeparator[char.charCodeAt(0)] = 1
const spaceOrMark =
  /[\p{Z}\p{Pd}\p{Pc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u0085\u00b7\u2022\u2027\u2032\u2033\u2044\u2212\u2215\u2219\u3001\u3002\u30fb\uff65\u0640\u2500\u2501\u30fc]/u
const invisible = /\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u3164]/u
const unseen = new RegExp(`(?!\\u00ad)(?:${invisible.source})`, 'gu')
const decimal = /\p{Nd}/u
const foreign = /[^\P{L}A-Za-zÑñ]|[^\P{N}0-9]/u

const lookAlikes: ReadonlyMap<string, string> = new Map(
  Array.from('АВЕЅІЈКМНОРСТУХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', (letter, i) => [
    letter,
    'ABESIJKMHOPCTYXQWABEZHIKMNOPTYX'.charAt(i),
  ]),
)

/** Unicode encodes the digits of a script as ten consecutive code points, from zero. */
function digitValue(code: number): number {
  let first = code
  while (decimal.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}

function normalizeUnicode(input: string): NormalizedText {
  let text = ''
  for (const char of input.normalize('NFKC').toUpperCase().normalize('NFKC')) {
    const code = char.codePointAt(0) ?? 0
    if (code < 128) {
      if (isSeparator[code] !== 1) text += char
    } else if (char === 'Ñ') {
      text += char
    } else if (!invisible.test(char) && !spaceOrMark.test(char)) {
      text += lookAlikes.get(char) ?? (decimal.test(char) ? String(digitValue(code)) : '\ufffd')
    }
  }
  return { text, altered: foreign.test(input) || invisible.test(input) }
}

function withoutSeparators(ascii: string): string {
  let text = ''
  let start = 0
  for (let i = 0; i < ascii.length; i++) {
    if (isSeparator[ascii.charCodeAt(i)] !== 1) continue
    if (i > start) text += ascii.slice(start, i)
    start = i + 1
  }
  return start === 0 ? ascii : text + ascii.slice(start)
}

/** A soft hyphen stays: texts that are copied from PDF files have it where others have a hyphen. */
export const withoutInvisible = (text: string): string => text.replace(unseen, '')

/**
 * Uppercase without separators, with look-alike letters and the digits of other scripts converted to Latin. Other
 * characters stay if they are ASCII and become U+FFFD if not. Idempotent.
 */
export function normalize(input: string): NormalizedText {
  let clean = true
  for (let i = 0; i < input.length; i++) {
    const code = input.charCodeAt(i)
    if (code > 127) return normalizeUnicode(input)
    if (code < 48 || code > 90 || (code > 57 && code < 65)) clean = false
  }
  return clean
    ? { text: input, altered: false }
    : { text: withoutSeparators(input.toUpperCase()), altered: false }
}
