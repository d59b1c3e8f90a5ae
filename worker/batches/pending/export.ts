import { and, desc, eq, sql } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { isInProgress, isValidation } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'

const SIZE = 100

type Row = Pick<
  typeof batches.$inferSelect,
  'id' | 'state' | 'live' | 'createdAt' | 'completedAt' | 'deadlineAt' | 'expiresAt'
>

export async function exportValidations(
  { db }: Context,
  organizationId: string,
): Promise<AsyncGenerator<string, void, void>> {
  const read = (last?: Row): Promise<Row[]> =>
    db
      .select(pick(batches, 'id', 'state', 'live', 'createdAt', 'completedAt', 'deadlineAt', 'expiresAt'))
      .from(batches)
      .where(
        and(
          eq(batches.organizationId, organizationId),
          isValidation,
          last && sql`(${batches.createdAt}, ${batches.id}) < (${last.createdAt}, ${last.id})`,
        ),
      )
      .orderBy(desc(batches.createdAt), desc(batches.id))
      .limit(SIZE)
  return jsonArray({ first: await read(), size: SIZE, read, toJson: describe })
}

const describe = ({ id, state, ...row }: Row) => ({
  validationId: id,
  pending: isInProgress({ state }),
  ...withIsoDates(row),
})
