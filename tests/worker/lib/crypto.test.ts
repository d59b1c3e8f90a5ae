import { crc32 as crc32OfNode } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { crc32, decrypt, type EncryptionKey, encrypt, randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret, hashKey, hashToken } from '#worker/lib/hash.ts'

describe('random values', () => {
  it('use all 62 characters about equally often', () => {
    const counts = new Map<string, number>()
    for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    expect(Math.min(...counts.values())).toBeGreaterThan(800)
    expect(Math.max(...counts.values())).toBeLessThan(1_200)
  })

  it('differ', () => {
    expect(new Set(Array.from({ length: 100 }, () => generateSecret().secret)).size).toBe(100)
  })
})

describe('hashes', () => {
  it('has the CRC-32 of node:zlib', () => {
    expect(crc32('123456789')).toBe(0xcbf43926)
    for (let length = 0; length < 100; length++) {
      const text = randomBase62(length)
      expect(crc32(text)).toBe(crc32OfNode(text))
    }
  })

  it('are SHA-256: hex for tokens, base64url for keys', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hashKey('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })

  it('of a secret are stored with it', () => {
    const { secret, hash } = generateSecret()
    expect(hash).toBe(hashToken(secret))
  })
})

describe('encryption', () => {
  const newKey = (kid: string): EncryptionKey => ({ kid, secret: crypto.getRandomValues(new Uint8Array(32)) })
  const [newest, older] = [newKey('b'), newKey('a')]
  const binding = { purpose: 'test', context: 'row 1' }

  it('decrypts what it encrypted, and never encrypts the same way twice', async () => {
    const texts = await Promise.all([encrypt(newest, 'grün', binding), encrypt(newest, 'grün', binding)])
    expect(new Set(texts).size).toBe(2)
    for (const text of texts) expect(await decrypt([newest], text, binding)).toBe('grün')
  })

  it('decrypts with an older key', async () => {
    expect(await decrypt([newest, older], await encrypt(older, 'text', binding), binding)).toBe('text')
  })

  it('decrypts nothing for another context, purpose or key, and no changed text', async () => {
    const text = await encrypt(older, 'text', binding)
    const last = text.endsWith('AAAA') ? 'BBBB' : 'AAAA'
    expect(await decrypt([older], text, { ...binding, context: 'row 2' })).toBeUndefined()
    expect(await decrypt([older], text, { ...binding, purpose: 'other' })).toBeUndefined()
    expect(await decrypt([newest], text, binding)).toBeUndefined()
    expect(await decrypt([newKey('a')], text, binding)).toBeUndefined()
    expect(await decrypt([older], text.slice(0, -4) + last, binding)).toBeUndefined()
    expect(await decrypt([older], 'a.', binding)).toBeUndefined()
  })
})
