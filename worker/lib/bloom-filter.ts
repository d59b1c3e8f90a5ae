import { createHash } from 'node:crypto'

/** A set of texts in a few bits each. It never misses a member, but rarely reports a text that was never added. */
export type BloomFilter = { readonly bits: Uint8Array; readonly hashes: number }

export function bloomFilterOf(texts: Iterable<string>, { bytes, hashes }: { bytes: number; hashes: number }) {
  const filter: BloomFilter = { bits: new Uint8Array(bytes), hashes }
  for (const text of texts) {
    for (const { byte, mask } of positions(filter, text)) filter.bits[byte] = byteAt(filter, byte) | mask
  }
  return filter
}

export const mayContain = (filter: BloomFilter, text: string): boolean =>
  positions(filter, text).every(({ byte, mask }) => (byteAt(filter, byte) & mask) !== 0)

const byteAt = ({ bits }: BloomFilter, byte: number) => bits[byte] ?? 0

/** Double hashing: all positions come from two numbers of one SHA-256. */
function positions({ bits, hashes }: BloomFilter, text: string) {
  const digest = createHash('sha256').update(text).digest()
  const start = digest.readUInt32BE(0)
  const step = digest.readUInt32BE(4)
  return Array.from({ length: hashes }, (_, index) => {
    const position = (start + index * step) % (bits.length * 8)
    return { byte: Math.floor(position / 8), mask: 1 << (position % 8) }
  })
}
