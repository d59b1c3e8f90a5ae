import { and, eq } from 'drizzle-orm'
import { cursorOf, isOlder, newestFirst } from '#db/newest-first.ts'
import { batches } from '#db/schema/index.ts'
import { isInProgress, isValidation } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'

const SIZE = 100

const columns = pick(batches, 'id', 'state', 'live', 'createdAt', 'endedAt', 'deadlineAt', 'expiresAt')

export function exportValidations({ db }: Context, organizationId: string) {
  const own = and(eq(batches.organizationId, organizationId), isValidation)
  const read = (last?: Row): Promise<Row[]> =>
    db
      .select({ ...columns, cursor: cursorOf(batches) })
      .from(batches)
      .where(and(own, isOlder(batches, last?.cursor)))
      .orderBy(...newestFirst(batches))
      .limit(SIZE)
  return jsonArray({ size: SIZE, read }, describe)
}

type Row = Pick<typeof batches.$inferSelect, keyof typeof columns> & { cursor: string }

const describe = ({ id, state, cursor: _, endedAt, ...row }: Row) => ({
  validationId: id,
  pending: isInProgress({ state }),
  ...withIsoDates({ ...row, completedAt: state === 'completed' ? endedAt : null }),
})
