import { eq } from 'drizzle-orm'
import { recoveryCodes } from '#db/schema/index.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { Transaction } from '#worker/transaction.ts'

const COUNT = 10
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 4
const GROUP_LENGTH = 6

/** Each code has 120 bits, so a plain hash protects it. */
export async function renewRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const codes = Array.from({ length: COUNT }, generateRecoveryCode)
  const rows = codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code.replaceAll('-', '')) }))
  await tx.insert(recoveryCodes).values(rows)
  return codes
}

function generateRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  const characters = [...bytes].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-')
}

export const hashRecoveryCode = (code: string): string =>
  hashToken(code.replaceAll('o', '0').replaceAll(/[il]/g, '1'))
