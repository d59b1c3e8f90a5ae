import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakesClient, fakesClient } from './client.ts'
import { google } from './google.ts'
import { mail } from './mail.ts'
import { recaptcha } from './recaptcha.ts'
import { startRedis } from './redis.ts'
import { registers } from './registers/index.ts'
import { type Server, startServer } from './server.ts'
import { upstash } from './upstash.ts'

let server: Server
let control: FakesClient

beforeAll(async () => {
  const redis = await startRedis({ choice: 'memory', dataDir: tmpdir(), durable: false })
  const box = mail({})
  server = await startServer([upstash(redis), box, recaptcha(), google(), registers()], box)
  control = fakesClient(server.url)
})
afterAll(() => server.stop())

const post = (headers: Record<string, string>, body: string) => ({ method: 'POST', headers, body })

describe.each([
  {
    service: 'upstash',
    namespace: 'test',
    unit: 'commands',
    path: '/upstash',
    init: post({ authorization: 'Bearer test' }, '["GET","key"]'),
  },
  {
    service: 'mail',
    namespace: 'test',
    unit: 'mails',
    path: '/mail/emails',
    init: post(
      { authorization: 'Bearer re_test' },
      '{"from":"a@a.test","to":"b@b.test","subject":"c","text":"d"}',
    ),
  },
  {
    service: 'recaptcha',
    namespace: 'test',
    unit: 'checks',
    path: '/recaptcha/siteverify',
    init: post({}, 'secret=recaptcha_test&response=register:0.9:x'),
  },
  { service: 'google', namespace: 'google', unit: 'calls', path: '/google/jwks', init: {} },
  {
    service: 'registers',
    namespace: 'test',
    unit: 'calls',
    path: '/registers/test/vies/check-status',
    init: {},
  },
] as const)('$service', ({ service, namespace, unit, path, init }) => {
  const send = (signal?: AbortSignal) => fetch(`${server.url}${path}`, { ...init, ...(signal && { signal }) })
  const isJson = async (response: Response) => {
    const body = await response.text()
    try {
      JSON.parse(body)
      return true
    } catch {
      return false
    }
  }

  it('counts calls', async () => {
    await control.reset(namespace)
    expect((await send()).status).toBe(200)
    await send()
    expect((await control.counts(namespace))[service]).toMatchObject({ trips: 2, [unit]: 2 })
  })

  it('fails, answers garbage and resets the connection', async () => {
    await control.fault({ service, mode: 'fail', times: 1, namespace })
    expect((await send()).status).toBe(500)
    await control.fault({ service, mode: 'garbage', times: 2, namespace })
    expect([await isJson(await send()), await isJson(await send())]).toEqual([false, false])
    await control.fault({ service, mode: 'reset', times: 1, namespace })
    await expect(send()).rejects.toThrow()
    expect((await send()).status).toBe(200)
  })

  it('hangs until the fault is cleared', async () => {
    await control.fault({ service, mode: 'hang', namespace })
    await expect(send(AbortSignal.timeout(50))).rejects.toThrow()
    const pending = send()
    await control.clearFaults(service, namespace)
    expect((await pending).status).toBe(200)
  })
})
