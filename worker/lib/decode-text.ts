const UTF16_SAMPLE = 64

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** UTF-8 or UTF-16, with or without a byte order mark. What isn't UTF-8 is read as Windows-1252. */
export async function* decodeText(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new Decoder()
  for await (const bytes of stream) {
    const text = decoder.decode(bytes)
    if (text) yield text
  }
  const rest = decoder.end()
  if (rest) yield rest
}

class Decoder {
  #encoding: Encoding | undefined
  /** Bytes of a character that isn't complete yet. */
  #rest = new Uint8Array()

  decode(chunk: Uint8Array): string {
    const bytes = concat(this.#rest, chunk)
    if (!this.#encoding && bytes.length < 4) {
      this.#rest = bytes
      return ''
    }
    return this.#read(bytes, false)
  }

  end(): string {
    return this.#read(this.#rest, true)
  }

  #read(bytes: Uint8Array<ArrayBuffer>, isEnd: boolean): string {
    const isStart = this.#encoding === undefined
    this.#encoding ??= encodingOf(bytes)
    const length = isEnd ? bytes.length : completeLength(bytes, this.#encoding)
    this.#rest = bytes.slice(length)
    const text = this.#toText(bytes.subarray(0, length))
    return isStart && text.startsWith('\ufeff') ? text.slice(1) : text
  }

  #toText(bytes: Uint8Array): string {
    if (this.#encoding === 'utf-16be')
      return new TextDecoder('utf-16le', { ignoreBOM: true, fatal: false }).decode(swapped(bytes))
    try {
      return new TextDecoder(this.#encoding, { ignoreBOM: true, fatal: this.#encoding === 'utf-8' }).decode(
        bytes,
      )
    } catch {
      this.#encoding = 'windows-1252'
      return new TextDecoder(this.#encoding).decode(bytes)
    }
  }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, UTF16_SAMPLE)
  const zeros = (rest: number) => sample.filter((byte, index) => byte === 0 && index % 2 === rest).length
  // Latin letters, digits and separators have a zero in every second byte.
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  return zeros(0) > sample.length / 4 ? 'utf-16be' : 'utf-8'
}

function completeLength(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === 'windows-1252') return bytes.length
  if (encoding !== 'utf-8') {
    const even = bytes.length - (bytes.length % 2)
    const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0
    // The first half of a surrogate pair.
    return (high & 0xfc) === 0xd8 ? even - 2 : even
  }
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (size > 1) return size > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const swapped = (bytes: Uint8Array) => bytes.map((_, index) => bytes[index ^ 1] ?? 0)

function concat(first: Uint8Array<ArrayBuffer>, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
