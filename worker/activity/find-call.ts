import { and, eq } from 'drizzle-orm'
import { apiActivities, batches } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError, errorDocsPath, errorMessage } from '#worker/errors.ts'
import type { CallDetail } from './contract.ts'
import { selectCalls, toActivity } from './read-page.ts'

type Input = { organizationId: string; requestId: string }

export async function findCall(ctx: Context, input: Input): Promise<CallDetail> {
  const [row] = await selectCall(ctx, input)
  if (!row) throw new AppError('CALL_NOT_FOUND')
  const { errorCode, rows } = row
  return {
    ...toActivity(row),
    batchId: rows === null ? null : await findBatchId(ctx, input),
    errorMessage: errorCode === null ? null : (errorMessage(errorCode) ?? null),
    docs: errorCode === null ? null : (errorDocsPath(errorCode) ?? null),
  }
}

export const selectCall = ({ db }: Context, { organizationId, requestId }: Input) =>
  selectCalls(db, { organizationId, where: eq(apiActivities.requestId, requestId), limit: 1 })

async function findBatchId({ db }: Context, { organizationId, requestId }: Input): Promise<string | null> {
  const [batch] = await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.organizationId, organizationId), eq(batches.requestId, requestId)))
  return batch?.id ?? null
}
