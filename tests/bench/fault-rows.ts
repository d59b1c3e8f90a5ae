import { setTimeout as sleep } from 'node:timers/promises'
import type { FakesClient, FaultRequest } from '#tests/fakes/client.ts'
import { recordedCall } from '#tests/worker/recorded-call.ts'
import type { CallQueue } from './call-queue.ts'
import type { Customer, Isolate, Isolates } from './fault-world.ts'

type World = {
  control: FakesClient
  namespace: string
  isolates: Isolates
  queue: CallQueue
  customers: readonly Customer[]
}

type Row = {
  run: (world: World) => Promise<void>
  /** Whether an answered call may be missing in PostgreSQL. */
  mayLose?: (call: { at: number; isolate: Isolate }) => boolean
  /** Whether calls may be counted without an answer. */
  killsIsolates?: boolean
  /** Whether Redis doesn't count some calls. */
  failsRedis?: boolean
}

const FAULT = 5_000

const fails =
  (...faults: Omit<FaultRequest, 'namespace'>[]) =>
  async ({ control, namespace }: World) => {
    for (const fault of faults) await control.fault({ ...fault, namespace })
    await sleep(FAULT)
  }

async function rollBack({ control, namespace }: World) {
  for (let times = 0; times < 3; times++) {
    await control.saveRedis(namespace)
    await sleep(2_000)
    await control.restoreRedis(namespace)
  }
}

async function flush({ control, namespace }: World) {
  await control.flushRedis(namespace)
}

/** Redis refuses all writes, as with a full memory. */
async function fillRedis({ control, namespace }: World) {
  await control.redis(namespace, 'CONFIG', 'SET', 'maxmemory', '1')
  await sleep(FAULT)
  await control.redis(namespace, 'CONFIG', 'SET', 'maxmemory', '0')
}

/** After a killed process, PostgreSQL ends all others, recovers and starts again. */
async function restartPostgres({ control, namespace }: World) {
  const [{ pid } = { pid: 0 }] = await control.sql<{ pid: number }>(
    'postgres',
    'select pid from pg_stat_activity where datname = $1 limit 1',
    [namespace],
  )
  process.kill(pid, 'SIGKILL')
  for (let isUp = false; !isUp; await sleep(100))
    isUp = await control.sql('postgres', 'select 1').then(
      () => true,
      () => false,
    )
}

async function failQueue({ queue }: World) {
  await queue.setFailing(true)
  await sleep(FAULT)
  await queue.setFailing(false)
}

async function sendPoison({ queue, customers }: World) {
  for (const { organizationId } of customers) {
    await queue.send([recordedCall(organizationId, { country: 'a\0b' }), { organizationId }])
    await sleep(500)
  }
}

const KILLS = 10
/** In milliseconds. What an isolate answered so shortly before it was killed may be lost. */
const UNSENT = 50

async function killIsolates({ isolates }: World) {
  for (let killed = 0; killed < KILLS; killed++) {
    await isolates.replace(killed % isolates.all.length)
    await sleep(300)
  }
}

const wasUnsent = ({ at, isolate }: { at: number; isolate: Isolate }) =>
  isolate.killedAt !== undefined && at > isolate.killedAt - UNSENT

const redis = { service: 'upstash' } as const
const postgres = { service: 'neon' } as const

export const rows: Readonly<Record<string, Row>> = {
  none: { run: () => sleep(FAULT) },
  'redis-down': { run: fails({ ...redis, mode: 'reset' }), failsRedis: true },
  'redis-slow': { run: fails({ ...redis, mode: 'slow', ms: 500 }), failsRedis: true },
  'redis-hangs': { run: fails({ ...redis, mode: 'hang' }), failsRedis: true },
  'redis-rolled-back': { run: rollBack, failsRedis: true },
  'redis-flushed': { run: flush, failsRedis: true },
  'redis-full': { run: fillRedis, failsRedis: true },
  'redis-lost-replies': { run: fails({ ...redis, mode: 'reset', after: true, times: 60 }), failsRedis: true },
  'postgres-down': { run: fails({ ...postgres, mode: 'reset' }) },
  'postgres-slow': { run: fails({ ...postgres, mode: 'slow', ms: 500 }) },
  'postgres-hangs': { run: fails({ ...postgres, mode: 'hang' }) },
  'postgres-lost-replies': { run: fails({ ...postgres, mode: 'reset', after: true, times: 30 }) },
  'postgres-restarted': { run: restartPostgres },
  'both-down': { run: fails({ ...redis, mode: 'reset' }, { ...postgres, mode: 'reset' }), failsRedis: true },
  'queue-down': { run: failQueue },
  'poisoned-messages': { run: sendPoison },
  'isolates-killed': { run: killIsolates, mayLose: wasUnsent, killsIsolates: true },
}
