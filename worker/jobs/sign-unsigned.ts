import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { findUnsigned, signSoon } from '#worker/records/sign-records.ts'
import type { JobResult } from './job.ts'

const LIMIT = 100

/** Records whose Worker was killed. What fails is reported as RECORDS_WAIT, and holds up no other organization. */
export async function signUnsigned(ctx: Context): Promise<JobResult> {
  const chains = await findUnsigned(ctx, LIMIT)
  for (const chain of chains)
    await signSoon(ctx, chain).catch((error: unknown) => logError('sign records', error, ctx.requestId))
  return { counts: { chains: chains.length }, hasMore: chains.length >= LIMIT }
}
