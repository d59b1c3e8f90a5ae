import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import { temporaryFolder } from './processes.ts'
import { findUnsafe } from './unsafe-statements.ts'

const fakes = fakesClient(inject('fakesUrl'))
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WRITTEN = Date.UTC(2027, 0, 2)

const check = (...files: string[]) =>
  findUnsafe([{ text: 'drop table first', when: 0 }, ...files.map((text) => ({ text, when: WRITTEN }))])

describe('the migrations', () => {
  it('create no account', async () => {
    await fakes.createDatabase('test_no_account', inject('databaseTemplate'))
    expect(await fakes.sql('test_no_account', 'select email from users', [])).toEqual([])
  })

  it('run while the last release runs', () => {
    const migrations = join(import.meta.dirname, '../../db/migrations')
    const { entries } = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
    const files = entries.map(({ tag, when }: { tag: string; when: number }) => ({
      text: readFileSync(join(migrations, `${tag}.sql`), 'utf8'),
      when,
    }))
    expect(findUnsafe(files)).toEqual([])
  })

  it.each([
    ['CREATE INDEX "a" ON "calls" USING btree ("b");', 'use CONCURRENTLY'],
    ['DROP INDEX "a";', 'use CONCURRENTLY'],
    ['CREATE UNIQUE INDEX CONCURRENTLY "a" ON "calls" ("b");', 'DROP INDEX CONCURRENTLY IF EXISTS a'],
    ['ALTER TABLE "calls" ADD CONSTRAINT "a" CHECK ("b" > 0);', 'NOT VALID'],
    ['ALTER TABLE "calls" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."c"("id")', 'NOT VALID'],
    ['ALTER TABLE "calls" ADD CONSTRAINT "a" UNIQUE("b");', 'USING INDEX'],
    ['ALTER TABLE "calls" ADD COLUMN "b" integer REFERENCES c (id);', 'constraint apart'],
    ['ALTER TABLE "calls" ADD COLUMN "b" uuid DEFAULT gen_random_uuid();', 'all rows anew'],
    ['ALTER TABLE "calls" ADD COLUMN "b" integer NOT NULL;', 'no DEFAULT'],
    ['ALTER TABLE "calls" ALTER COLUMN "b" SET DATA TYPE bigint;', 'of the new type'],
    ['ALTER TABLE "calls" ALTER COLUMN "b" SET NOT NULL;', 'CHECK (b IS NOT NULL)'],
    ['ALTER TABLE "calls" ALTER COLUMN "b" DROP DEFAULT;', 'breaks the last release'],
    ['ALTER TABLE "calls" DROP COLUMN "b";', 'breaks the last release'],
    ['ALTER TABLE "calls" RENAME COLUMN "b" TO "c";', 'breaks the last release'],
    ['DROP TABLE "calls";', 'breaks the last release'],
    ['-- contract: release-20270102-0001\nDROP TABLE "calls";', 'breaks the last release'],
    ['select 1; select 2;', 'between breakpoints'],
    [
      'DROP INDEX CONCURRENTLY "a";--> statement-breakpoint\nALTER TABLE "calls" ADD COLUMN "b" text;',
      'a file of their own',
    ],
    [
      'ALTER TABLE "calls" ADD CONSTRAINT "a" CHECK ("b" > 0) NOT VALID;--> statement-breakpoint\nALTER TABLE "calls" VALIDATE CONSTRAINT "a";',
      'in a later file',
    ],
  ])('are refused: %s', (text, reason) => {
    expect(check(text)).toEqual([expect.stringContaining(reason)])
  })

  it('may do the same in steps, and anything with a new table', () => {
    const files = [
      ['DROP INDEX CONCURRENTLY IF EXISTS "a";', 'CREATE INDEX CONCURRENTLY "a" ON "calls" ("b");'],
      [
        'ALTER TABLE "calls" ADD COLUMN "b" integer DEFAULT 0 NOT NULL;',
        'ALTER TABLE "calls" ADD CONSTRAINT "c" CHECK ("calls"."b" IS NOT NULL) NOT VALID;',
      ],
      ['ALTER TABLE "calls" VALIDATE CONSTRAINT "c";', 'ALTER TABLE "calls" ALTER COLUMN "b" SET NOT NULL;'],
      ['-- contract: release-20270101-2359\nALTER TABLE "calls" DROP COLUMN "b";'],
      [
        'CREATE TABLE "new" ("id" integer NOT NULL);',
        'ALTER TABLE "new" ADD CONSTRAINT "d" FOREIGN KEY ("id") REFERENCES "public"."calls"("id");',
        'CREATE INDEX "e" ON "new" USING btree ("id");',
      ],
      ['CREATE FUNCTION f() RETURNS trigger AS $$ begin a; b; end $$ LANGUAGE plpgsql;'],
    ]
    expect(check(...files.map((statements) => statements.join('--> statement-breakpoint\n')))).toEqual([])
  })
})

describe('npm run db:migrate', () => {
  let name: string
  let databases = 0
  let other: pg.Client
  const sql = <Row>(text: string) => fakes.sql<Row>(name, text)
  const url = () => settingsFor(inject('workerSettings'), name).DATABASE_URL ?? ''
  const history = () => sql('select hash from drizzle.__drizzle_migrations')

  beforeEach(async () => {
    name = `migrations_${databases++}`
    await fakes.createDatabase(name)
    await sql('create table calls (b integer)')
    other = new pg.Client({ connectionString: url() })
    await other.connect()
  })
  afterEach(() => other.end())

  /** Runs these files. `pause` is called after each attempt that didn't get a lock. */
  function run(files: string[][], pause = async () => {}) {
    const entries = files.map((_, index) => ({ tag: `${index}`, when: index + 1, breakpoints: true }))
    mkdirSync(join(folder, 'meta'), { recursive: true })
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
    for (const [index, statements] of files.entries())
      writeFileSync(join(folder, `${index}.sql`), statements.join('--> statement-breakpoint\n'))
    return migrate(url(), { folder, lockTimeout: 20, pause })
  }

  const indexed = ['DROP INDEX CONCURRENTLY IF EXISTS a', 'CREATE UNIQUE INDEX CONCURRENTLY a ON calls (b)']
  const isValid = () => sql("select indisvalid as valid from pg_index where indexrelid = to_regclass('a')")

  it('creates an index concurrently, and runs each file once', async () => {
    const files = [['ALTER TABLE calls ADD COLUMN c text'], indexed]
    await run(files)
    await run(files)
    expect(await isValid()).toEqual([{ valid: true }])
    expect(await history()).toHaveLength(2)
  })

  it('repeats an index that failed', async () => {
    await sql('insert into calls values (1), (1)')
    await expect(run([indexed])).rejects.toThrow('could not create unique index')
    expect(await isValid()).toEqual([{ valid: false }])
    expect(await history()).toEqual([])
    await sql('truncate calls')
    await run([indexed])
    expect(await isValid()).toEqual([{ valid: true }])
  })

  it('lets a table go that is in use, and tries again', async () => {
    await other.query('begin; select from calls')
    let pauses = 0
    await run([['CREATE TABLE d ()', 'ALTER TABLE calls ADD COLUMN c text']], async () => {
      expect(await sql("select to_regclass('d') as d")).toEqual([{ d: null }])
      expect(await history()).toEqual([])
      if (++pauses === 2) await other.query('commit')
    })
    expect(pauses).toBe(2)
    expect(await history()).toHaveLength(1)
    expect(await sql('select c from calls')).toEqual([])
  })

  it('gives up a table that stays in use', async () => {
    await other.query('begin; select from calls')
    await expect(run([['ALTER TABLE calls ADD COLUMN c text']])).rejects.toThrow('lock timeout')
    expect(await history()).toEqual([])
  })

  it('takes back a file that fails, and keeps those before it', async () => {
    const files = [['CREATE TABLE d ()'], ['CREATE TABLE e ()', 'CREATE TABLE calls ()']]
    await expect(run(files)).rejects.toThrow('already exists')
    expect(await sql("select to_regclass('d') as d, to_regclass('e') as e")).toEqual([{ d: 'd', e: null }])
    expect(await history()).toHaveLength(1)
  })

  it('runs once at a time', async () => {
    await other.query("select pg_advisory_lock(hashtext('migrations'))")
    await expect(run([['CREATE TABLE d ()']])).rejects.toThrow('Another migration is running')
  })
})
