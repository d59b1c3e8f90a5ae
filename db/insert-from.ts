import { type Column, getTableColumns, isSQLWrapper, type SQL, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

const COLUMNS = Symbol.for('drizzle:Columns')

type SelectedValues<T extends PgTable> = { [K in keyof PgInsertValue<T>]: PgInsertValue<T>[K] | Column }

/**
 * Drizzle's `insert(table).select(query)` needs every column of the table, even an identity column, which PostgreSQL
 * then refuses.
 */
export function insertFrom<T extends PgTable>(
  db: Db,
  table: T,
  values: SelectedValues<T>,
  query: (values: Record<string, SQL>) => { getSQL(): SQL },
) {
  const columns = getTableColumns(table)
  const inserted: Record<string, Column> = {}
  const selected: Record<string, SQL> = {}
  for (const [key, value] of Object.entries(values)) {
    const column = columns[key]
    if (!column || value === undefined) continue
    inserted[key] = column
    selected[key] = isSQLWrapper(value) ? sql`${value}` : typedParameter(column, value)
  }
  const narrowed = new Proxy(table, {
    get: (target, key) => (key === COLUMNS ? inserted : Reflect.get(target, key)),
  })
  return db.insert(narrowed).select(query(selected).getSQL())
}

/** PostgreSQL reads an untyped parameter of a SELECT as text. */
const typedParameter = (column: Column, value: unknown): SQL =>
  sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`
