import { eq } from 'drizzle-orm'
import { monitorChanges, monitors } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError, asAppError } from '#worker/errors.ts'
import { inTransaction } from '#worker/transaction.ts'
import { inspectNumber } from './create.ts'
import {
  type Details,
  decryptFor,
  decryptMonitor,
  encryptFor,
  type StoredAnswer,
  type StoredChange,
  searchOf,
} from './secrets.ts'

export const reencryptMonitor = (ctx: Context, { id }: { id: string }): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const isThis = eq(monitors.id, id)
    const [monitor] = await tx.select().from(monitors).where(isThis).for('no key update')
    if (!monitor) return
    const again = async (text: string) =>
      encryptFor(ctx, id, await decryptFor<Details | StoredAnswer | StoredChange>(ctx, id, text))
    const { details, answer, countryCode, numberHash } = monitor
    const { details: read, known } = await decryptMonitor(ctx, monitor)
    const inspected = await inspectNumber(ctx, monitor, { countryCode, ...read }).catch(asAppError)
    // If our rules have changed, the number may not be valid any more.
    const [newest] = inspected instanceof AppError ? [] : inspected.hashes
    await tx
      .update(monitors)
      .set({
        details: await again(details),
        answer: answer && (await again(answer)),
        numberHash: newest ?? numberHash,
        search: searchOf(ctx, monitor, read, known),
      })
      .where(isThis)
    const changes = await tx.select().from(monitorChanges).where(eq(monitorChanges.monitorId, id))
    for (const change of changes)
      await tx
        .update(monitorChanges)
        .set({ details: await again(change.details) })
        .where(eq(monitorChanges.id, change.id))
  })
