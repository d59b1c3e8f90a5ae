import { expect } from 'vitest'
import type { TestWorker } from './harness.ts'

/**
 * Makes two calls, the second while the first is paused before it writes to the table and holds a lock that both need. `when` is
 * a condition on the row, if both write to the table.
 */
export async function overlap<First, Second>(
  worker: Pick<TestWorker, 'sql'>,
  [event, table, when = 'true']: [event: 'insert' | 'update' | 'delete', table: string, when?: string],
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  await worker.sql`create table resumed (at timestamptz)`
  await worker.sql`
    create function wait_until_resumed() returns trigger language plpgsql as $$
    begin
      for tries in 1..1000 loop
        exit when exists (select from resumed);
        perform pg_sleep(0.01);
      end loop;
      return coalesce(new, old);
    end $$`
  await worker.sql(
    `create trigger pause before ${event} on ${table} for each row when (${when}) execute function wait_until_resumed()`,
  )
  const isWaiting = async (condition: string) => {
    const statement = `select from pg_stat_activity where datname = current_database() and ${condition}`
    await expect.poll(() => worker.sql(statement)).toHaveLength(1)
  }
  const resume = () => worker.sql`insert into resumed values (now())`
  try {
    const paused = first()
    await isWaiting("wait_event = 'PgSleep'")
    const blocked = second()
    await isWaiting("wait_event_type = 'Lock'")
    await resume()
    return [await paused, await blocked]
  } finally {
    await resume()
    await worker.sql(`drop trigger pause on ${table}`)
    await worker.sql`drop function wait_until_resumed`
    await worker.sql`drop table resumed`
  }
}

/** Does the work while another transaction holds the locks of these rows, for ten seconds at most. */
export async function whileLocked<Result>(
  worker: Pick<TestWorker, 'sql'>,
  rows: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await worker.sql`create table let_go ()`
  const held = worker.sql(`do $$ begin
    perform from ${rows} for update;
    for tries in 1..1000 loop exit when exists (select from let_go); perform pg_sleep(0.01); end loop; end $$`)
  const isHeld = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  await expect.poll(() => worker.sql(isHeld)).toHaveLength(1)
  try {
    return await work()
  } finally {
    await worker.sql`insert into let_go default values`
    await held
    await worker.sql`drop table let_go`
  }
}

/** How many statements insert into the table during `work`. */
export async function countInserts(
  worker: TestWorker,
  table: string,
  work: () => Promise<void>,
): Promise<number> {
  await worker.sql`create table inserts (at timestamptz)`
  await worker.sql`
    create function count_insert() returns trigger language plpgsql as $$
    begin
      insert into inserts values (now());
      return null;
    end $$`
  await worker.sql(
    `create trigger count_inserts after insert on ${table} for each statement execute function count_insert()`,
  )
  try {
    await work()
    return (await worker.sql`select from inserts`).length
  } finally {
    await worker.sql(`drop trigger count_inserts on ${table}`)
    await worker.sql`drop function count_insert`
    await worker.sql`drop table inserts`
  }
}
