import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '#worker/lib/decode-text.ts'

async function decode(bytes: Uint8Array, size = bytes.length || 1): Promise<string> {
  async function* pieces() {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
  }
  let text = ''
  for await (const part of decodeText(pieces())) text += part
  return text
}

const TEXT = 'tin;name\n136695976;Müller & Söhne 🏭\n'
const utf8 = new TextEncoder().encode(TEXT)
const utf16 = (isBig: boolean) => {
  const bytes = new Uint8Array(TEXT.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < TEXT.length; at++) view.setUint16(at * 2, TEXT.charCodeAt(at), !isBig)
  return bytes
}
const withMark = (mark: number[], bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes])

describe('a file', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8],
    ['UTF-8 with a byte order mark', withMark([0xef, 0xbb, 0xbf], utf8)],
    ['UTF-16 LE', withMark([0xff, 0xfe], utf16(false))],
    ['UTF-16 BE', withMark([0xfe, 0xff], utf16(true))],
    ['UTF-16 LE without a mark', utf16(false)],
    ['UTF-16 BE without a mark', utf16(true)],
  ])('is read as %s, in pieces of any size', async (_, bytes) => {
    for (const size of [1, 3, 64, bytes.length]) expect(await decode(bytes, size)).toBe(TEXT)
  })

  it('is read as Windows-1252 if it is not UTF-8', async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode('name\n'), 0x4d, 0xfc, 0x6c, 0x6c, 0x80])
    for (const size of [1, 4, bytes.length]) expect(await decode(bytes, size)).toBe('name\nMüll€')
  })

  it.each(['', 'a', 'ab', 'é'])('may be as short as "%s"', async (text) => {
    expect(await decode(new TextEncoder().encode(text))).toBe(text)
  })

  it('in UTF-8 is read in pieces of any size', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (part, size) => {
        expect(await decode(new TextEncoder().encode(`name;${part}`), size)).toBe(`name;${part}`)
      }),
      { numRuns: 100 },
    )
  })
})
