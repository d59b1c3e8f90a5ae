import { desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { fromMicroseconds, toMicroseconds } from './time.ts'

type List = { createdAt: AnyPgColumn; id: AnyPgColumn }

export const newestFirst = ({ createdAt, id }: List): [SQL, SQL] => [desc(createdAt), desc(id)]

/** The place of a row, which remains when the row is deleted: microseconds since 1970, a dot and the ID. */
export const cursorOf = ({ createdAt, id }: List): SQL<string> =>
  sql`${toMicroseconds(createdAt)} || '.' || ${id}`

export function isOlder({ createdAt, id }: List, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [microseconds, before] = cursor.split('.')
  // A number may be too large for the column's type.
  const place = id.dataType === 'number' ? sql`${before}::bigint` : before
  return sql`(${createdAt}, ${id}) < (${fromMicroseconds(microseconds)}, ${place})`
}

/** `rows` has one more than `limit` if there is another page. */
export function pageOf<Row extends { cursor: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null }
}
