import { type Column, sql, type WithSubquery } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { insertFrom } from '#db/insert-from.ts'
import { recoveryCodes } from '#db/schema/index.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { RECOVERY_CODE_COUNT } from './contract.ts'

/** No i, l, o or u, which are easy to misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 4
const GROUP_LENGTH = 6

/** 120 bits each, so that a plain hash protects them. */
export function generateRecoveryCodes(): { recoveryCodes: string[]; hashes: string[] } {
  const recoveryCodes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode)
  return { recoveryCodes, hashes: recoveryCodes.map((code) => hashRecoveryCode(code.replaceAll('-', ''))) }
}

function generateRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  const characters = [...bytes].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-')
}

/** Takes the code as `codeSchema` returns it. */
export const hashRecoveryCode = (code: string): string =>
  hashToken(code.replaceAll('o', '0').replaceAll(/[il]/g, '1'))

/** Inserts the codes for the user in `owner`, a CTE of at most one row. */
export const insertRecoveryCodes = (
  db: Db,
  hashes: readonly string[],
  owner: WithSubquery & { userId: Column },
) =>
  insertFrom(
    db,
    recoveryCodes,
    { userId: owner.userId, codeHash: sql`unnest(${sql.param(hashes)}::text[])` },
    (values) => db.select(values).from(owner),
  )
