import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import type { SessionInfo } from './contract.ts'
import { deviceOf } from './device.ts'

const ID_LENGTH = 16
const MAX_LISTED = 100

const rowsSchema = z.array(
  z.object({
    sid: z.string(),
    user_agent: z.string().nullable(),
    created_at: z.coerce.date(),
    last_seen_at: z.coerce.date(),
  }),
)

/** The user's sessions, the one seen last first; `sid` is the caller's own, which is seen just now. */
export async function listSessions(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
): Promise<SessionInfo[]> {
  const { rows } = await ctx.db.execute(sql`
    select sid, sess->>'userAgent' as user_agent, created_at,
           case when sid = ${sid} then now() else last_seen_at end as last_seen_at
      from session
     where user_id = ${userId} and expire > now()
     order by 4 desc, created_at desc
     limit ${MAX_LISTED}`)
  return rowsSchema.parse(rows).map((row) => ({
    id: createHash('sha256').update(row.sid).digest('hex').slice(0, ID_LENGTH),
    device: deviceOf(row.user_agent),
    lastSeenAt: row.last_seen_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    isCurrent: row.sid === sid,
  }))
}
