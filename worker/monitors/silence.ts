import { and, max, sql } from 'drizzle-orm'
import { monitors } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'
import { addEvent } from '#worker/webhooks/add-event.ts'
import { type Group, isOf } from './group.ts'

/**
 * One event for all numbers of an organization's register when their checks begin to fail: none if others of them failed since
 * the register's last answer, or in the last day.
 */
export async function reportSilence(
  tx: Transaction,
  group: Group,
  silent: readonly { failingSince: Date | null }[],
): Promise<void> {
  const { register, ...owner } = group
  const ofRegister = isOf(group)
  const lastAnswer = tx
    .select({ at: max(monitors.checkedAt) })
    .from(monitors)
    .where(ofRegister)
  const known = await tx.$count(
    monitors,
    and(ofRegister, sql`${monitors.failingSince} > least(now() - interval '1 day', (${lastAnswer}))`),
  )
  const isNew = known === 0 && silent.some(({ failingSince }) => failingSince === null)
  if (register !== null && isNew)
    await addEvent(tx, {
      type: 'monitor.failing',
      ...owner,
      data: {
        register,
        count: silent.length,
        url: `${tx.ctx.settings.APP_ORIGIN}/api/tinproof/monitors?state=failing`,
      },
    })
}
