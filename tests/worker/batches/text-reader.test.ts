import { describe, expect, it } from 'vitest'
import { TextReader } from '#worker/batches/upload-contract/text-reader.ts'

function read(bytes: Uint8Array, size = bytes.length || 1) {
  const reader = new TextReader()
  let text = ''
  for (let from = 0; from < bytes.length; from += size) text += reader.push(bytes.subarray(from, from + size))
  return { text: text + reader.end(), isMixed: reader.isMixed }
}

const bytesOf = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? part : [...new TextEncoder().encode(part)])),
  )

const TEXT = 'tin;name\n136695976;Müller & Söhne 🏭 €\n'
const LINE = `DE;136695976;${'Müller & Söhne '.repeat(6)}`
const utf16 = (isBig: boolean) => {
  const bytes = new Uint8Array(TEXT.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < TEXT.length; at++) view.setUint16(at * 2, TEXT.charCodeAt(at), !isBig)
  return bytes
}

describe('a file', () => {
  it.each<[string, Uint8Array, text?: string]>([
    ['UTF-8', bytesOf(TEXT)],
    ['UTF-8 with a byte order mark', bytesOf('\ufeff', TEXT)],
    ['one long line of UTF-8 with a byte order mark', bytesOf('\ufeff', LINE), LINE],
    ['UTF-16 LE', bytesOf(0xff, 0xfe, ...utf16(false))],
    ['UTF-16 BE', bytesOf(0xfe, 0xff, ...utf16(true))],
    ['UTF-16 LE without a mark', utf16(false)],
    ['UTF-16 BE without a mark', utf16(true)],
  ])('is read as %s, in pieces of any size', (_, bytes, text = TEXT) => {
    for (const size of [1, 3, 64, bytes.length]) expect(read(bytes, size)).toEqual({ text, isMixed: false })
  })

  it('is read as Windows-1252 if it is not UTF-8', () => {
    const bytes = bytesOf('name\nM', 0xfc, 'll', 0x80)
    for (const size of [1, 4, bytes.length])
      expect(read(bytes, size)).toEqual({ text: 'name\nMüll€', isMixed: false })
  })

  it.each([
    ['before UTF-8', bytesOf('M', 0xfc, 'ller;Österreich;Łódź 🏭\n'), 'Müller;Österreich;Łódź 🏭\n'],
    ['beside UTF-8', bytesOf('ß', 0xdf, 'ß', 0xe2, 0x82, '€'), 'ßßßâ‚€'],
    ['that begins a character', bytesOf('é', 0xc3, 'a', 0xf0, 0x9f), 'éÃaðŸ'],
    ['of half a surrogate pair', bytesOf('é', 0xed, 0xa0, 0x80), 'éí\u00a0€'],
    ['that is too long for its character', bytesOf('é', 0xc0, 0xaf), 'éÀ¯'],
  ])('spoils nothing with a byte %s', (_, bytes, text) => {
    for (const size of [1, 2, 5, bytes.length]) expect(read(bytes, size)).toEqual({ text, isMixed: true })
  })

  it.each(['', 'a', 'ab', 'é'])('may be as short as "%s"', (text) => {
    expect(read(bytesOf(text)).text).toBe(text)
  })
})
