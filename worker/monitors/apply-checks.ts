import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { batches, monitorChanges, monitors } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { findChunks } from '#worker/batches/read-chunks.ts'
import { type BatchRecord, lockBatch } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { once } from '#worker/lib/once.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { failsWebhook } from '#worker/validation/sandbox/contract.ts'
import { addEvent } from '#worker/webhooks/add-event.ts'
import type { MonitorField } from './contract.ts'
import { changesOf, completed, isCertain, isRefusal, toAnswer } from './decide.ts'
import { shownAnswer } from './list.ts'
import { type Details, decryptMonitor, encryptFor, type StoredAnswer, searchOf } from './secrets.ts'
import { markFailing } from './silence.ts'
import { isSuspicious } from './suspicion.ts'

const BATCHES_PER_RUN = 200
const CONCURRENCY = 4
const DOUBT_RECHECK_SECONDS = 1_800
const SILENCE_RETRY_SECONDS = 86_400

const hasEnded = and(batches.isMonitoring, inArray(batches.state, ['completed', 'failed']))

export async function applyChecks(ctx: Context): Promise<number> {
  const ended = await ctx.db.select({ id: batches.id }).from(batches).where(hasEnded).limit(BATCHES_PER_RUN)
  const next = ended.values()
  const work = async () => {
    for (const { id } of next)
      await applyBatch(ctx, id).catch((error: unknown) => logError('apply checks', error, ctx.requestId))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return ended.length
}

/** The batch is deleted in the same transaction, so its answers are applied once. */
async function applyBatch(ctx: Context, batchId: string): Promise<void> {
  const chunks = await findChunks(ctx, batchId, 0)
  if (!chunks) return
  const results = new Map(
    chunks.flatMap(({ rows }) => rows.map(({ result }) => [result.customId, result] as const)),
  )
  await inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, and(eq(batches.id, batchId), hasEnded))
    if (!batch) return
    const checked = await tx
      .select()
      .from(monitors)
      .where(eq(monitors.batchId, batchId))
      .orderBy(asc(monitors.id))
      .for('no key update')
    const outcomes = await Promise.all(
      checked.map(async (monitor): Promise<Outcome | undefined> => {
        const { id } = monitor
        if (batch.state === 'failed' && !results.has(id)) return undefined
        try {
          const { details, known } = await decryptMonitor(ctx, monitor)
          return { monitor, details, known, answer: toAnswer(results.get(id), known) }
        } catch (error) {
          // One of a lost key holds up no other.
          logError('apply checks', error, ctx.requestId)
          return undefined
        }
      }),
    )
    const read = outcomes.filter((outcome) => outcome !== undefined)
    await applySilence(tx, batch, read)
    // All are of one register. New doubts come first, because they count.
    const isSuspected = once(() => isSuspicious(tx, checked[0]?.register ?? null))
    const unchanged: string[] = []
    for (const { answer, ...outcome } of read.toSorted(byNewDoubt)) {
      if (answer && !(await applyAnswer(tx, { ...outcome, answer }, isSuspected)))
        unchanged.push(outcome.monitor.id)
    }
    await tx.update(monitors).set(answered).where(inArray(monitors.id, unchanged))
    // The other checks failed because of us. They are still due, which says nothing about their register.
    await tx.update(monitors).set({ batchId: null }).where(eq(monitors.batchId, batchId))
    await tx.delete(batches).where(eq(batches.id, batchId))
  })
}

type MonitorRecord = typeof monitors.$inferSelect
type Outcome = {
  monitor: MonitorRecord
  details: Details
  known: StoredAnswer | undefined
  answer: StoredAnswer | undefined
}
type Answered = Outcome & { answer: StoredAnswer }

const isNewDoubt = ({ monitor, known, answer }: Outcome): boolean =>
  !monitor.differsSince && known !== undefined && answer !== undefined && isRefusal(answer, known)
const byNewDoubt = (one: Outcome, other: Outcome) => Number(isNewDoubt(other)) - Number(isNewDoubt(one))

/** An hour less than the interval, so that a change is reported within it even if it needs to be confirmed. */
const period = sql`case ${monitors.every} when 'day' then interval '1 day' when 'week' then interval '7 days'
  else interval '30 days' end - interval '1 hour'`
const nextCheckAt = sql<Date>`case when ${monitors.pausedBy} is null then
  date_bin(${period}, now(), timestamptz '2026-01-01 00:00Z' + make_interval(mins => ${monitors.phase})) + ${period} end`

const sooner = (seconds: number) =>
  sql<Date>`case when ${monitors.pausedBy} is null then least(${nextCheckAt}, ${secondsFromNow(seconds)}) end`

const answered = {
  batchId: null,
  checkedAt: now,
  nextCheckAt,
  failingSince: null,
  differsSince: null,
}

/** Returns false for an answer that is the known one. */
async function applyAnswer(
  tx: Transaction,
  { monitor, details, known, answer }: Answered,
  isSuspected: () => Promise<boolean>,
): Promise<boolean> {
  const { id, live, differsSince } = monitor
  if (!known) {
    await saveAnswer(tx, monitor, { details, answer, changed: [] })
    return true
  }
  const full = completed(answer, known)
  const changed = changesOf(full, known)
  if (changed.length === 0) {
    const isSame = JSON.stringify(full) === JSON.stringify(known)
    if (!isSame)
      await updateMonitor(tx, id, { ...answered, ...(await columnsOf(tx, monitor, details, full)) })
    return !isSame
  }
  const doubtedFor = differsSince ? tx.ctx.now.getTime() - differsSince.getTime() : 0
  const certain = (isSuspected: boolean) => isCertain(full, known, { changed, doubtedFor, isSuspected })
  const isReported = !live || (certain(false) && certain(await isSuspected()))
  if (isReported) await saveAnswer(tx, monitor, { details, answer: full, known, changed })
  else
    await updateMonitor(tx, id, {
      ...answered,
      nextCheckAt: sooner(certain(false) ? SILENCE_RETRY_SECONDS : DOUBT_RECHECK_SECONDS),
      differsSince: differsSince ?? now,
    })
  return true
}

const updateMonitor = (tx: Transaction, id: string, set: object) =>
  tx.update(monitors).set(set).where(eq(monitors.id, id))

async function columnsOf(
  { ctx }: Transaction,
  monitor: MonitorRecord,
  details: Details,
  answer: StoredAnswer,
) {
  return {
    result: answer.result,
    answer: await encryptFor(ctx, monitor.id, answer),
    search: searchOf(ctx, monitor, details, answer),
  }
}

type Change = {
  details: Details
  answer: StoredAnswer
  known?: StoredAnswer
  changed: readonly MonitorField[]
}

async function saveAnswer(
  tx: Transaction,
  monitor: MonitorRecord,
  { details, answer, known, changed }: Change,
): Promise<void> {
  const { id, organizationId, live, countryCode } = monitor
  await updateMonitor(tx, id, {
    ...answered,
    ...(await columnsOf(tx, monitor, details, answer)),
    ...(known && { changedAt: now }),
  })
  const change = { before: known ? shownAnswer(known) : null, after: shownAnswer(answer) }
  await tx.insert(monitorChanges).values({
    monitorId: id,
    organizationId,
    live,
    changed: [...changed],
    details: await encryptFor(tx.ctx, id, change),
  })
  if (!known) return
  await addEvent(tx, {
    type: changed.includes('rules') ? 'rule.changed' : 'monitor.changed',
    organizationId,
    live,
    data: {
      monitorId: id,
      countryCode,
      changed,
      previousResult: known.result,
      result: answer.result,
      url: `${tx.ctx.settings.APP_ORIGIN}/api/tinproof/monitors/${id}`,
      ...(!live && details.sandbox === failsWebhook.sandbox && failsWebhook),
    },
  })
}

async function applySilence(
  tx: Transaction,
  { organizationId, live }: BatchRecord,
  outcomes: readonly Outcome[],
): Promise<void> {
  const silent = outcomes.filter(({ answer }) => !answer).map(({ monitor }) => monitor)
  const [first] = silent
  if (!first) return
  await markFailing(tx, { organizationId, live, register: first.register }, silent)
  const ids = silent.map(({ id }) => id)
  await tx
    .update(monitors)
    .set({
      batchId: null,
      nextCheckAt: sql`case when ${monitors.differsSince} is null then ${sooner(SILENCE_RETRY_SECONDS)} else ${sooner(DOUBT_RECHECK_SECONDS)} end`,
    })
    .where(inArray(monitors.id, ids))
}
