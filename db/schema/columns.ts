import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, integer, timestamp } from 'drizzle-orm/pg-core'

export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity()

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

export const createdAt = () => instant().notNull().defaultNow()

export const updatedAt = () =>
  instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
