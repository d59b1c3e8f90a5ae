import { MIN_PASSWORD_LENGTH } from '#worker/accounts/contract.ts'
import { mayContain } from '#worker/lib/bloom-filter.ts'

const PRODUCT = 'tinproof'
const MIN_PART_LENGTH = 3
const MAX_UNIT_LENGTH = 4
const RUNS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

export async function findWeakness(password: string, email: string): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase()
  if (isPattern(text)) return 'This password is a simple pattern. Choose one that is harder to guess.'
  if (isMadeOf(ownWords(email), text)) {
    return 'This password is too close to your email address or to the name Tinproof. Choose another one.'
  }
  if (await isCommon(text)) return 'This password is too common. Choose one that is harder to guess.'
  return undefined
}

/** One character or short unit repeated, or neighbors in the alphabet or on the keyboard. */
function isPattern(text: string): boolean {
  const repeats = (unit: string) => unit.repeat(Math.ceil(text.length / unit.length) + 1)
  for (let length = 1; length <= MAX_UNIT_LENGTH; length++) {
    if (repeats(text.slice(0, length)).startsWith(text)) return true
  }
  const reversed = [...text].reverse().join('')
  return RUNS.some((run) => repeats(run).includes(text) || repeats(run).includes(reversed))
}

function isMadeOf(words: readonly string[], text: string): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && rest.length < MIN_PASSWORD_LENGTH
}

function ownWords(email: string): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const withoutEnding = `${local}.${domain.slice(0, domain.lastIndexOf('.'))}`
  const parts = [email.toLowerCase(), local, ...withoutEnding.split(/[^\p{L}\p{N}]+/u)]
  return [PRODUCT, ...parts.filter((part) => part.length >= MIN_PART_LENGTH)].sort(
    (one, other) => other.length - one.length,
  )
}

/** Also refuses a common password with up to four digits or punctuation marks after it. */
async function isCommon(text: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-passwords.ts')
  filter ??= { bits: Buffer.from(commonPasswords.base64, 'base64'), hashes: commonPasswords.hashes }
  return mayContain(filter, text) || mayContain(filter, text.replace(/[^\p{L}]{1,4}$/u, ''))
}

let filter: Parameters<typeof mayContain>[0] | undefined
