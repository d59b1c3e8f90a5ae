import type { Context } from '#worker/context.ts'
import { findUnsigned, signSoon } from '#worker/records/sign-records.ts'
import type { JobResult } from './job.ts'

const LIMIT = 100

/** Records whose Worker was killed, or whose organization was locked. */
export async function signUnsigned(ctx: Context): Promise<JobResult> {
  const chains = await findUnsigned(ctx, LIMIT)
  for (const chain of chains) await signSoon(ctx, chain)
  return { counts: { chains: chains.length }, hasMore: chains.length >= LIMIT }
}
