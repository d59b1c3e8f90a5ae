// @module-tag deep
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { addOrganizations } from '#tests/bench/organizations.ts'
import { type RunningWorker, startWorker } from '#tests/dev/workerd.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import type { Operation } from '#worker/docs/openapi/operation.ts'
import { withSharedErrors } from '#worker/docs/openapi/shared-errors.ts'

const root = join(import.meta.dirname, '../..')
const workspace = join(root, 'tests/generators')
const NAMESPACE = 'generators'
const document = openApiDocument()
let worker: RunningWorker
let databaseUrl: string

const operations = Object.fromEntries(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, { operationId, parameters = [], responses }]) => [
        operationId,
        {
          method,
          path,
          hasQuery: parameters.some((parameter) => parameter.in === 'query'),
          returnsJson: 'application/json' in (responses[200]?.content ?? { 'application/json': {} }),
        },
      ],
    ),
  ),
)

/** Runs a script of the workspace, with its own version of TypeScript. */
const run = async (script: string) => {
  try {
    await promisify(execFile)('npm', ['run', script], { cwd: workspace })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(stdout + stderr)
  }
}

beforeAll(async () => {
  const settings = settingsFor(inject('workerSettings'), NAMESPACE)
  databaseUrl = settings.DATABASE_URL ?? ''
  const fakes = fakesClient(inject('fakesUrl'))
  await fakes.createDatabase(NAMESPACE, inject('databaseTemplate'))
  worker = await startWorker({ root, settings, watch: false, print: () => {} })
  await fakes.switchRegister({ namespace: NAMESPACE, register: 'brreg', mode: 'down' })
  mkdirSync(join(workspace, 'generated'), { recursive: true })
  const served = JSON.stringify(withSharedErrors(document)).replaceAll(exampleOrigin, worker.url.origin)
  writeFileSync(join(workspace, 'generated/openapi.json'), served)
  await run('generate')
})
afterAll(() => worker.stop())

it('compile under strict, and so do their calls of every operation', () => run('types'))

type Answers = Record<string, { status: number; data?: object }>

it.each(['openapi-fetch', '@hey-api/openapi-ts', 'orval', 'openapi-zod-client'])(
  'call every operation: %s',
  async (name) => {
    const [token] = await addOrganizations(databaseUrl, { count: 1, limit: 1_000 })
    const headers = { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': `2001:db8:${name.length}::1` }
    const { callAll } = await import(join(workspace, 'clients.ts'))
    const answers: Answers = await callAll(name, { url: worker.url.origin, headers, operations })
    expect(Object.keys(answers).sort()).toEqual(Object.keys(operations).sort())
    const refused = Object.entries(answers).filter(([, { status }]) => status > 299)
    expect(refused).toMatchObject([['retryBatch', { status: 409, data: { code: 'NOTHING_TO_RETRY' } }]])
    const { createBatchFromCsv, createBatchFromNdjson, importMonitorsFromCsv, importMonitorsFromNdjson } =
      answers
    expect([createBatchFromCsv?.data, createBatchFromNdjson?.data]).toMatchObject([{ rows: 2 }, { rows: 2 }])
    expect(importMonitorsFromCsv?.data).toMatchObject({ created: 2 })
    expect(importMonitorsFromNdjson?.data).toMatchObject({ existing: 2 })
  },
)
