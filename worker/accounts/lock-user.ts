import type { SQL } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { users } from '#db/schema/index.ts'

/**
 * Comes after locks of organizations, and before a transaction reads or ends the user's sessions, so that it sees one
 * that was just opened.
 */
export const lockUser = (db: Queries, where: SQL | undefined) =>
  db.select().from(users).where(where).for('no key update')
