// @module-tag deep
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import { organizationOf } from '#worker/token-format.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import { temporaryFolder } from './processes.ts'
import { demoAccount, seed } from './seed.ts'
import { modulesOf, readConfig } from './workerd.ts'

const NAMESPACE = 'test_last_release'
const root = join(import.meta.dirname, '../..')
const settings = settingsFor(inject('workerSettings'), NAMESPACE)
const origin = settings.APP_ORIGIN ?? ''
const fakes = fakesClient(inject('fakesUrl'))

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Nothing is deployed yet, and this dropped a column. No later change may break it. */
const FIRST = 'e449d252'

/** The newest tag of `npm run deploy`; before the first, the commit before the last change of the schema. */
function findRelease(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  try {
    const [newest] = git('tag', '--list', 'release-*', '--merged=HEAD', '--sort=-refname').split('\n')
    if (newest) return newest
    const [, parent] = git('log', '-1', '--format=%H %P', '--', 'db/migrations').split(' ')
    const isOlder = spawnSync('git', ['merge-base', '--is-ancestor', parent ?? '', FIRST], { cwd: root })
    return isOlder.status === 0 ? FIRST : parent
  } catch {
    // Git refuses a folder of another user.
    return undefined
  }
}

/** Its own files with today's packages. */
function build(release: string, folder: string): void {
  const archive = execFileSync('git', ['archive', release], { cwd: root, maxBuffer: 2 ** 30 })
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['worker/build.ts'], { cwd: folder })
}

const release = findRelease()

describe.skipIf(!release)(
  `the last release on the new schema (${release ?? 'this clone has no history'})`,
  () => {
    const temporary = temporaryFolder()
    const folder = join(temporary, 'release')
    const errors: string[] = []
    const { token } = generateToken(generateOrganizationId())
    const organizationId = organizationOf(token)
    let miniflare: Miniflare

    beforeAll(async () => {
      build(release ?? '', folder)
      await fakes.createDatabase(NAMESPACE, inject('databaseTemplate'))
      await seed(settings.DATABASE_URL ?? '', token)
      const config = readConfig(folder, 'dashboard')
      const modules = modulesOf(join(folder, 'dist/worker'), 'dashboard')
      miniflare = new Miniflare(
        convertV4MiniflareOptions({
          cf: false,
          workers: [{ ...config, bindings: settings, modules }],
          handleStructuredLogs: ({ level, message }) => {
            if (level === 'error') errors.push(message)
          },
        }),
      )
    })
    afterAll(async () => {
      await miniflare.dispose()
      rmSync(temporary, { recursive: true, force: true })
    })

    async function call(path: string, headers: Record<string, string>, body: string) {
      const response = await miniflare.dispatchFetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
    }

    const validate = (bearer: string) =>
      call(
        '/api/tinproof/validate',
        { Authorization: `Bearer ${bearer}` },
        '{"countryCode":"DE","tin":"136695976"}',
      )

    const used = async () =>
      (
        await fakes.sql<{ used: number; tier: string }>(
          NAMESPACE,
          'select used_count as used, tier from organization_quotas join organizations o on o.id = organization_id where o.id = $1',
          [organizationId],
        )
      )[0]

    async function signIn() {
      const signedIn = await call('/api/login', { Origin: origin }, JSON.stringify(demoAccount))
      expect(signedIn.status).toBe(200)
      return { Origin: origin, Cookie: (signedIn.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' }
    }

    it('signs in, creates a token, and validates as FREE', async () => {
      const input = { name: 'Old', organizationId, permissions: { read: true, validation: false } }
      const created = await call('/api/tokens', await signIn(), JSON.stringify(input))
      expect(created.status).toBe(201)
      expect((await validate(created.body.token)).status).toBe(200)
      expect(await used()).toEqual({ used: 1, tier: 'FREE' })
    })

    it('takes a payment, and records a paid call', async () => {
      const paddle = fakes.paddle(NAMESPACE)
      const checkout = await call(
        '/api/paddle/client-params',
        await signIn(),
        JSON.stringify({ organizationId }),
      )
      const { customData } = checkout.body
      await paddle.checkout({ plan: 'PRO', email: demoAccount.email, customData })
      for (const { headers, body } of await paddle.takeWebhooks())
        expect((await call('/api/paddle/webhook', { ...headers }, body)).status).toBe(200)
      await expect.poll(used).toMatchObject({ tier: 'PRO' })
      expect((await validate(token)).status).toBe(200)
      await expect.poll(used).toEqual({ used: 2, tier: 'PRO' })
    })

    it('runs the cron jobs', async () => {
      await (await miniflare.getWorker()).scheduled({ cron: '* * * * *' })
      const runs = await fakes.sql(NAMESPACE, 'select name, succeeded from job_runs')
      expect(runs.length).toBeGreaterThan(10)
      expect(runs.filter(({ succeeded }) => !succeeded)).toEqual([])
      expect(errors).toEqual([])
    })
  },
)
