import { MAX_ROW_LENGTH } from '#worker/batches/contract.ts'

const UTF16_SAMPLE = 64
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const MAX_LINE_BYTES = 4 * MAX_ROW_LENGTH

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')

/** Reads UTF-16 or the given encoding in pieces, or else UTF-8. Then each byte that isn't UTF-8 is read as Windows-1252. */
export class TextReader {
  readonly #encoding: string | undefined
  #decoder: TextDecoder | undefined
  #isStarted = false
  #hasUtf8 = false
  #hasOtherBytes = false
  #rest = new Uint8Array()

  constructor(encoding?: string) {
    this.#encoding = encoding
  }

  /** Whether the file has characters of both UTF-8 and Windows-1252. Then some are read wrong, or already were wrong. */
  get isMixed(): boolean {
    return this.#hasUtf8 && this.#hasOtherBytes
  }

  get isUnicode(): boolean {
    return !this.#hasOtherBytes
  }

  push(chunk: Uint8Array): string {
    const bytes = new Uint8Array(this.#rest.length + chunk.length)
    bytes.set(this.#rest)
    bytes.set(chunk, this.#rest.length)
    if (!this.#isStarted && bytes.length < UTF16_SAMPLE) {
      this.#rest = bytes
      return ''
    }
    return this.#read(bytes, false)
  }

  end(): string {
    return this.#read(this.#rest, true)
  }

  #read(bytes: Uint8Array, isEnd: boolean): string {
    const isStart = !this.#isStarted
    if (isStart) {
      const encoding = utf16Of(bytes) ?? this.#encoding
      this.#decoder = encoding === undefined ? undefined : new TextDecoder(encoding, { ignoreBOM: true })
    }
    const length = this.#decoder || isEnd ? bytes.length : lengthOfLines(bytes)
    this.#rest = bytes.slice(length)
    const complete = bytes.subarray(0, length)
    const text = this.#decoder?.decode(complete, { stream: !isEnd }) ?? this.#readUtf8(complete)
    this.#isStarted = !isStart || text !== ''
    return isStart && text.startsWith('\ufeff') ? text.slice(1) : text
  }

  #readUtf8(bytes: Uint8Array): string {
    try {
      const text = utf8.decode(bytes)
      this.#hasUtf8 ||= text.length < bytes.length
      return text
    } catch {
      this.#hasOtherBytes = true
      return windows1252.decode(bytes).replace(misreadUtf8, (misread) => {
        this.#hasUtf8 = true
        return utf8.decode(Uint8Array.from(misread, (character) => characters.indexOf(character)))
      })
    }
  }
}

const characters = windows1252.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const between = (from: number, to: number) => `[${characters.slice(from, to + 1)}]`
const next = between(0x80, 0xbf)
/** Well-formed characters of UTF-8 (Unicode, table 3-7), read as Windows-1252. */
const misreadUtf8 = new RegExp(
  `(?:${[
    between(0xc2, 0xdf) + next,
    between(0xe0, 0xe0) + between(0xa0, 0xbf) + next,
    between(0xe1, 0xec) + next + next,
    between(0xed, 0xed) + between(0x80, 0x9f) + next,
    between(0xee, 0xef) + next + next,
    between(0xf0, 0xf0) + between(0x90, 0xbf) + next + next,
    between(0xf1, 0xf3) + next + next + next,
    between(0xf4, 0xf4) + between(0x80, 0x8f) + next + next,
  ].join('|')})+`,
  'g',
)

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, UTF16_SAMPLE)
  const zeros = (rest: number) => sample.filter((byte, index) => byte === 0 && index % 2 === rest).length
  // Latin letters, digits and separators have a zero in every second byte.
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  return zeros(0) > sample.length / 4 ? 'utf-16be' : undefined
}

/** Complete lines have complete characters. A line that is too long for a row may lose one. */
const lengthOfLines = (bytes: Uint8Array): number =>
  Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1 ||
  (bytes.length > MAX_LINE_BYTES ? bytes.length : 0)
