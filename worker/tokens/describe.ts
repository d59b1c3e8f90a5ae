import type { apiTokens } from '#db/schema/index.ts'
import type { Token } from './contract.ts'

type Row = Pick<
  typeof apiTokens.$inferSelect,
  | 'id'
  | 'name'
  | 'prefix'
  | 'lastFour'
  | 'permissions'
  | 'expiresAt'
  | 'deleteAt'
  | 'lastUsedAt'
  | 'createdAt'
>

export const describeToken = (row: Row): Token => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  obfuscatedToken: `${row.prefix}${'•'.repeat(8)}${row.lastFour}`,
  permissions: row.permissions,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  deleteAt: row.deleteAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
