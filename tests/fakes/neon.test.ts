import { neon as driver, neonConfig, Pool } from '@neondatabase/serverless'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FakesClient, fakesClient } from './client.ts'
import { type Fakes, startFakes } from './start.ts'

vi.setConfig({ testTimeout: 30_000 })

let fakes: Fakes
let control: FakesClient

const connect = (database: string) => driver(fakes.databaseUrl(database), { fullResults: true })

beforeAll(async () => {
  fakes = await startFakes({ redis: 'memory' })
  control = fakesClient(fakes.url)
  neonConfig.fetchEndpoint = `${fakes.url}/neon/sql`
  neonConfig.wsProxy = () => `${new URL(fakes.url).host}/neon/v2`
  neonConfig.useSecureWebSocket = false
  await control.createDatabase('test-neon')
  await control.createDatabase('test-other')
}, 60_000)

afterAll(() => fakes.stop())

test('runs a batch in one transaction', async () => {
  const sql = connect('test-neon')
  await sql`CREATE TABLE batch (id int PRIMARY KEY)`
  await expect(
    sql.transaction([sql`INSERT INTO batch VALUES (1)`, sql`INSERT INTO batch VALUES (1)`]),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await control.sql('test-neon', 'SELECT id FROM batch')).toEqual([])
})

test('fails, resets and answers garbage only in the namespace of the fault', async () => {
  const sql = connect('test-neon')
  for (const mode of ['fail', 'reset', 'garbage', 'garbage'] as const) {
    await control.fault({ service: 'neon', mode, times: 1, namespace: 'test-neon' })
    await connect('test-other')`SELECT 1`
    await expect(sql`SELECT 1`).rejects.toThrow()
    await sql`SELECT 1`
  }
})

test('takes effect before a fault that loses the answer', async () => {
  const sql = connect('test-neon')
  await sql`CREATE TABLE lost (id int)`
  await control.fault({ service: 'neon', mode: 'reset', times: 1, namespace: 'test-neon', after: true })
  await expect(sql`INSERT INTO lost VALUES (1)`).rejects.toThrow()
  expect(await control.sql('test-neon', 'SELECT id FROM lost')).toEqual([{ id: 1 }])
})

/** Ends with the work. A lost connection is an error of the statement. */
async function overSocket<T>(work: (query: (text: string) => Promise<unknown[]>) => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: fakes.databaseUrl('test-neon'), max: 1 })
  pool.on('error', () => {})
  const client = await pool.connect()
  client.on('error', () => {})
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    client.release(true)
    await pool.end()
  }
}

test('speaks PostgreSQL over a WebSocket, and rolls back when it closes', async () => {
  await control.sql('test-neon', 'CREATE TABLE socket (id int)')
  await overSocket(async (query) => {
    expect(await query("SELECT 7 AS number, '{a,b}'::text[] AS list")).toEqual([
      { number: 7, list: ['a', 'b'] },
    ])
    await query('BEGIN')
    await query('INSERT INTO socket VALUES (1)')
    expect(await control.sql('test-neon', 'SELECT id FROM socket')).toEqual([])
    await query('COMMIT')
    await query('BEGIN')
    await query('INSERT INTO socket VALUES (2)')
  })
  const isLocked = "SELECT FROM pg_locks WHERE relation = 'socket'::regclass"
  await expect.poll(() => control.sql('test-neon', isLocked)).toEqual([])
  expect(await control.sql('test-neon', 'SELECT id FROM socket')).toEqual([{ id: 1 }])
})

test('gives a client nothing of the one whose connection it continues', async () => {
  const seen = new Set<unknown>()
  const visit = () =>
    overSocket(async (query) => {
      const [state] = await query(
        `SELECT pg_backend_pid() AS pid, current_setting('search_path') AS path, to_regclass('left_behind') AS left`,
      )
      const { pid, ...rest } = state as { pid: number }
      expect(rest).toEqual({ path: '"$user", public', left: null })
      const isKnown = seen.has(pid)
      seen.add(pid)
      await query("SET search_path = 'pg_temp'")
      await query('CREATE TEMP TABLE left_behind (id int)')
      await query('BEGIN')
      await expect(query('SELECT 1/0')).rejects.toThrow('division by zero')
      return isKnown
    })
  await expect.poll(visit).toBe(true)
})

test('counts each statement over a WebSocket as a trip', async () => {
  await control.reset('test-neon')
  await overSocket(async (query) => {
    await query('SELECT 1')
    await query('SELECT 2')
  })
  expect((await control.counts('test-neon')).neon).toEqual({ trips: 2, statements: 2 })
})

test('plans faults of a WebSocket by content, before and after they take effect', async () => {
  await control.sql('test-neon', 'CREATE TABLE faulty (id int)')
  for (const mode of ['fail', 'reset', 'garbage'] as const) {
    for (const after of [false, true]) {
      await control.sql('test-neon', 'TRUNCATE faulty')
      await control.fault({
        service: 'neon',
        mode,
        times: 1,
        namespace: 'test-neon',
        after,
        content: 'INSERT',
      })
      await overSocket(async (query) => {
        await query('SELECT 1')
        await expect(query('INSERT INTO faulty VALUES (1)')).rejects.toThrow()
      })
      expect(await control.sql('test-neon', 'SELECT id FROM faulty')).toHaveLength(after ? 1 : 0)
    }
  }
})

test('continues over a WebSocket when a hanging call is released', async () => {
  await overSocket(async (query) => {
    await control.fault({ service: 'neon', mode: 'hang', times: 1, namespace: 'test-neon', after: true })
    const pending = query('SELECT 3 AS number')
    await expect.poll(async () => (await control.counts('test-neon')).neon.statements).toBeGreaterThan(0)
    await control.clearFaults('neon', 'test-neon')
    expect(await pending).toEqual([{ number: 3 }])
  })
})
