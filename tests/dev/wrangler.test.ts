import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { app } from '#worker/app.ts'
import { pendingRoutes } from '#worker/batches/pending/routes.ts'
import { batchRoutes } from '#worker/batches/routes.ts'
import { entries, MAIN_MODULE } from '#worker/build.ts'
import { bumpEpoch } from '#worker/bump-epoch.ts'
import { PROTECTED_RESOURCE_PATH } from '#worker/oauth/contract.ts'
import { recordRoutes } from '#worker/records/routes.ts'
import { validationRoutes } from '#worker/validation/routes.ts'
import { endpointLimits } from '#worker/webhooks/constants.ts'
import { eventRoutes } from '#worker/webhooks/event-routes.ts'
import { readConfig } from './workerd.ts'

const root = join(import.meta.dirname, '../..')

const read = (env: string) =>
  unstable_readConfig({ config: join(root, 'wrangler.toml'), env }, { hideWarnings: true })

const workers = { api: read(''), dashboard: read('dashboard'), status: read('status') }
const { host, origin } = new URL(String(workers.api.vars.APP_ORIGIN))

type Route = string | { pattern: string }

const patternsOf = ({ routes = [] }: { routes?: Route[] | undefined }): string[] =>
  routes.map((route) => (typeof route === 'string' ? route : route.pattern))

/** Cloudflare takes the more specific of two routes that match. */
function workerOf(path: string): string | undefined {
  const matches = Object.values(workers).flatMap((worker) =>
    patternsOf(worker)
      .filter((pattern) => `${host}${path}`.startsWith(pattern.replace(/\*$/, '')))
      .map((pattern) => ({ name: worker.name, pattern })),
  )
  return matches.sort((a, b) => b.pattern.length - a.pattern.length)[0]?.name
}

const pathsOf = ({ routes }: { routes: readonly { method: string; path: string }[] }) =>
  routes.filter(({ path }) => !path.endsWith('/*') && path !== '/*').map(({ path }) => path)

describe('wrangler.toml', () => {
  it('serves API calls near the caller and the rest beside the database', () => {
    const apiPaths = pathsOf(validationRoutes)
    const otherPaths = [
      ...pathsOf(app),
      ...pathsOf(batchRoutes),
      ...pathsOf(pendingRoutes),
      ...pathsOf(eventRoutes),
      ...pathsOf(recordRoutes),
    ]
    expect(otherPaths).toContain('/api/tinproof/batches/:batchId/results')
    expect(apiPaths).toContain('/api/tinproof/validate')
    expect(otherPaths).toEqual(expect.arrayContaining(['/api/user', '/auth/google/callback']))
    for (const path of ['/.well-known/oauth-authorization-server', PROTECTED_RESOURCE_PATH, '/api/mcp'])
      otherPaths.push(path)
    for (const path of apiPaths) expect([path, workerOf(path)]).toEqual([path, 'tinproof-api'])
    for (const path of otherPaths) expect([path, workerOf(path)]).toEqual([path, 'tinproof-dashboard'])
    expect(workers.api.placement).toBeUndefined()
    expect(workers.dashboard.placement).toEqual({ region: expect.stringMatching(/^(aws|azure):[\w-]+$/) })
  })

  it('delivers the webhooks of others while all endpoints of two organizations hang', () => {
    const consumer = workers.dashboard.queues.consumers?.find(
      ({ queue }: { queue: string }) => queue === 'tinproof-webhooks',
    )
    expect(consumer?.max_concurrency).toBeGreaterThan(2 * Math.max(...Object.values(endpointLimits)))
  })

  it('leaves the pages to Cloudflare Pages', () => {
    for (const path of [
      '/',
      '/docs/',
      '/auth',
      '/openapi.json',
      '/apis',
      '/status',
      '/.well-known/security.txt',
    ])
      expect([path, workerOf(path)]).toEqual([path, undefined])
  })

  it('serves the files of the status page from the Worker that reads what the cron jobs write', () => {
    const { dashboard, status } = workers
    for (const path of ['/status.json', '/status.rss', '/status.json?a=b'])
      expect([path, workerOf(path)]).toEqual([path, 'tinproof-status'])
    expect(status.kv_namespaces).toHaveLength(1)
    expect(dashboard.kv_namespaces).toEqual([
      ...status.kv_namespaces,
      expect.objectContaining({ binding: 'OAUTH_KV' }),
    ])
    expect([workers.api.kv_namespaces, status.vars, status.placement]).toEqual([[], {}, undefined])
  })

  it('shares the limits of registers', () => {
    const { api, dashboard } = workers
    const [limiters] = dashboard.durable_objects.bindings
    expect(limiters).toMatchObject({ name: 'REGISTER_LIMITERS' })
    expect(api.durable_objects.bindings).toEqual([{ ...limiters, script_name: dashboard.name }])
    expect(dashboard.migrations).toEqual([{ tag: 'v1', new_sqlite_classes: [limiters?.class_name] }])
  })

  it('deploys what is bundled from each entry', () => {
    for (const name of ['api', 'dashboard', 'status'] as const)
      expect(workers[name].main).toBe(join(root, 'dist/worker', name, MAIN_MODULE))
    expect(Object.keys(entries)).toEqual(Object.keys(workers))
  })

  it('runs the cron jobs once', () => {
    expect(workers.api.triggers.crons).toEqual([])
    expect(workers.status.triggers.crons).toEqual([])
    expect(workers.dashboard.triggers.crons).toEqual(['* * * * *'])
  })

  it('tries to keep dead calls for as long as their queue does, 4 days', () => {
    const { consumers } = workers.dashboard.queues
    const { max_retries = 0, retry_delay = 0 } =
      consumers?.find(({ queue }: { queue: string }) => queue === 'tinproof-calls-dead') ?? {}
    expect(max_retries * retry_delay).toBeGreaterThan(4 * 86_400)
  })

  it('deploys the Workers of the product with the same variables', () => {
    const { api, dashboard } = workers
    expect(dashboard.name).not.toBe(api.name)
    expect(dashboard.vars).toEqual(api.vars)
    expect(dashboard.compatibility_date).toBe(api.compatibility_date)
    expect(dashboard.observability).toEqual(api.observability)
    for (const worker of Object.values(workers)) {
      expect(worker.workers_dev).toBe(false)
      expect(worker.no_bundle).toBe(true)
    }
    expect(origin).toMatch(/^https:/)
  })

  it('leaves the variables of a deployment out of development and tests', () => {
    expect(JSON.stringify(readConfig(root, 'dashboard'))).not.toContain(workers.dashboard.vars.APP_ORIGIN)
  })

  it('deploys the site to production from any commit, such as that of an earlier release', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(scripts.deploy).toContain('wrangler pages deploy dist/web --project-name tinproof --branch main ')
  })
})

describe('npm run epoch:bump', () => {
  it('gives both Workers of the product the same new epoch', () => {
    const config = readFileSync(join(root, 'wrangler.toml'), 'utf8')
    const bumped = bumpEpoch(config, new Date('2026-11-24T00:26:01.500Z'))
    expect(bumped.match(/^CACHE_EPOCH = .*/gm)).toEqual(Array(2).fill('CACHE_EPOCH = "20261124002601"'))
    expect(bumped.replaceAll('20261124002601', String(workers.api.vars.CACHE_EPOCH))).toBe(config)
  })

  it('fails if there is no epoch', () => {
    expect(() => bumpEpoch('name = "tinproof-api"', new Date())).toThrow('no CACHE_EPOCH')
  })
})
