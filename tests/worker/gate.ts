import { expect } from 'vitest'
import type { TestWorker } from './harness.ts'

type Gate = {
  /** Resolves when a statement stands at the gate. */
  isReached: () => Promise<void>
  /** Resolves when another one waits for what that statement has locked. */
  holdsUpAnother: () => Promise<void>
  open: () => Promise<unknown>
}

/** Holds a statement up half-way, before its first `event` on the table, until the gate is opened: so two calls meet. */
export async function atGate(
  worker: TestWorker,
  { event, table }: { event: 'insert' | 'delete'; table: string },
  meet: (gate: Gate) => Promise<void>,
): Promise<void> {
  await worker.sql('create table gate (is_open boolean)')
  await worker.sql(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      for tries in 1..1000 loop
        exit when exists (select from gate);
        perform pg_sleep(0.01);
      end loop;
      return coalesce(new, old);
    end $$`)
  await worker.sql(
    `create trigger gate before ${event} on ${table} for each row execute function wait_at_gate()`,
  )
  const isWaiting = async (what: string) => {
    const statement = `select from pg_stat_activity where datname = current_database() and ${what}`
    await expect.poll(() => worker.sql(statement), { timeout: 5_000 }).toHaveLength(1)
  }
  const open = () => worker.sql('insert into gate values (true)')
  try {
    await meet({
      isReached: () => isWaiting("wait_event = 'PgSleep'"),
      holdsUpAnother: () => isWaiting("wait_event_type = 'Lock'"),
      open,
    })
  } finally {
    await open()
    await worker.sql(`drop trigger gate on ${table}`)
    await worker.sql('drop function wait_at_gate')
    await worker.sql('drop table gate')
  }
}
