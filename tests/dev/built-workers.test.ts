// @module-tag deep
import { readFileSync, rmSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import * as z from 'zod'
import { addOrganizations } from '#tests/bench/organizations.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import type { Settings } from '#tests/fakes/start.ts'
import { allCases } from '#tests/worker/registers/all-cases.ts'
import { buildWorkers, MAIN_MODULE } from '#worker/build.ts'
import { registers } from '#worker/registers/registers.ts'
import { validateTin } from '#worker/tin/index.ts'
import { temporaryFolder } from './processes.ts'
import { assertNoWarnings, isRuntimeWarning } from './runtime-warnings.ts'
import { modulesOf, readConfig } from './workerd.ts'

vi.mock('cloudflare:workers', () => ({ DurableObject: class {} }))

const root = join(import.meta.dirname, '../..')
const NAMESPACE = 'api_worker'
const settings = settingsFor(inject('workerSettings'), NAMESPACE)
const folder = temporaryFolder()
const running: Miniflare[] = []
const warnings: string[] = []
let token: string

beforeAll(async () => {
  await buildWorkers(folder)
  await fakesClient(inject('fakesUrl')).createDatabase(NAMESPACE, inject('databaseTemplate'))
  const tokens = await addOrganizations(settings.DATABASE_URL ?? '', { count: 1, limit: 100 })
  token = tokens[0] ?? ''
})

afterAll(async () => {
  for (const miniflare of running) await miniflare.dispose()
  rmSync(folder, { recursive: true, force: true })
})

type WorkerOptions = Partial<ReturnType<typeof readConfig>> & {
  bindings?: Settings
  modules: ReturnType<typeof modulesOf>
}

function startRuntime(workers: WorkerOptions[]) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers,
      handleStructuredLogs: ({ message }) => {
        if (isRuntimeWarning(message)) warnings.push(message)
      },
    }),
  )
  running.push(miniflare)
  return miniflare
}

const [api, dashboard] = [readConfig(root, ''), readConfig(root, 'dashboard')]

function start(bindings: Settings) {
  const miniflare = startRuntime([
    { ...api, bindings, modules: modulesOf(folder, 'api') },
    { ...dashboard, bindings, modules: modulesOf(folder, 'dashboard') },
  ])
  type Options = { countryCode?: string; type?: string; fresh?: boolean; worker?: typeof api }
  return async (
    bearer: string,
    tin: string,
    { countryCode = 'DE', worker = api, ...input }: Options = {},
  ) => {
    const { fetch } = await miniflare.getWorker(worker.name)
    const response = await fetch(`${settings.APP_ORIGIN}/api/tinproof/validate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ countryCode, tin, ...input }),
    })
    return { status: response.status, body: await response.json() }
  }
}

/** Fake registers also hold numbers whose check digits are wrong. */
function validNumber({ identifier: type, compact }: (typeof allCases)[number]['held']): string {
  const digits = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'))
  const others = digits.flatMap((two) => [compact.slice(0, -2) + two, two + compact.slice(2)])
  const isValid = (tin: string) => validateTin(type.slice(0, 2), tin, { type }).valid
  return [compact, ...others].find(isValid) ?? compact
}

const configSchema = z.object({ rules: z.array(z.object({ globs: z.array(z.string()) })) })

function uploadedGlobs(): string[] {
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml') }, { hideWarnings: true })
  return configSchema.parse(config).rules.flatMap(({ globs }) => globs)
}

it('uploads every module of each Worker', () => {
  const globs = uploadedGlobs()
  for (const worker of ['api', 'dashboard', 'status'] as const) {
    const [main, ...others] = modulesOf(folder, worker).map(({ path }) => path)
    expect(main).toBe(MAIN_MODULE)
    expect(others.filter((path) => !globs.some((glob) => matchesGlob(path, glob)))).toEqual([])
  }
})

const metaSchema = z.object({
  inputs: z.record(
    z.string(),
    z.object({
      format: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string() })),
    }),
  ),
})

it('imports no CommonJS package with import(), which would find no names in it', () => {
  for (const worker of ['api', 'dashboard', 'status']) {
    const { inputs } = metaSchema.parse(JSON.parse(readFileSync(join(folder, worker, 'meta.json'), 'utf8')))
    const lazy = Object.values(inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ path, kind }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
    expect(lazy).toEqual([])
  }
})

describe('the Worker for API calls, as it is deployed', () => {
  let validate: ReturnType<typeof start>
  beforeAll(() => {
    validate = start(settings)
  })
  afterEach(() => assertNoWarnings(warnings))

  it('answers, and hands its calls to the other Worker, which records them', async () => {
    expect(await validate(token, '86 095 742 719')).toMatchObject({
      status: 200,
      body: { validation: { overall: { isValid: true } } },
    })
    expect(await validate('no-token', '86 095 742 719')).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN' },
    })
    const unrecorded = 'select from api_activities where response_time is null'
    const fakes = fakesClient(inject('fakesUrl'))
    await expect.poll(() => fakes.sql(NAMESPACE, unrecorded)).toEqual([])
  })

  it('shares one call to a register with the other Worker', async () => {
    const fakes = fakesClient(inject('fakesUrl'))
    const register = { namespace: NAMESPACE, register: 'vies' }
    await fakes.switchRegister({ ...register, mode: 'slow', ms: 1_000 })
    const answers = await Promise.all(
      [api, dashboard].map((worker) => validate(token, '13612870', { countryCode: 'DK', worker })),
    )
    const confirmed = { status: 200, body: { validation: { source: { isValid: true } } } }
    expect(answers).toMatchObject([confirmed, confirmed])
    expect((await fakes.registerTally(NAMESPACE, 'vies')).calls).toBe(1)
  })

  // The customer has no VAT number, which eVatR needs.
  const anybodys = allCases.filter(({ held }) => !held.requester)
  it.each(anybodys)('looks a number up in $register.name', async ({ register, held }) => {
    const { switchRegister } = fakesClient(inject('fakesUrl'))
    const { identifier: type } = held
    for (const { id } of registers) {
      const mode = id === register.id ? 'normal' : 'down'
      await switchRegister({ namespace: NAMESPACE, register: id, mode })
    }
    const { body } = await validate(token, validNumber(held), {
      countryCode: type.slice(0, 2),
      type,
      fresh: true,
    })
    expect(body, JSON.stringify(body)).toMatchObject({ additionalInfo: { register: register.name } })
  })

  it('starts with wrong settings, and refuses each call', async () => {
    const validateMisconfigured = start({ ...settings, UPSTASH_REDIS_REST_URL: 'redis' })
    for (let call = 0; call < 2; call++)
      expect(await validateMisconfigured(token, '86 095 742 719')).toMatchObject({
        status: 503,
        body: { code: 'SETTINGS_INVALID' },
      })
  })
})

it('sees a promise that crosses requests', async () => {
  const contents = `let shared
    export default {
      async fetch({ url }) {
        if (url.endsWith('/make')) shared = Promise.withResolvers()
        else shared.resolve()
        return new Response()
      },
    }`
  const { name, compatibilityDate } = api
  const modules = [{ type: 'ESModule' as const, path: MAIN_MODULE, contents }]
  const miniflare = startRuntime([{ name, compatibilityDate, modules }])
  for (const path of ['make', 'resolve']) await miniflare.dispatchFetch(`http://localhost/${path}`)
  await expect.poll(() => warnings.join()).toContain('different request context')
})
