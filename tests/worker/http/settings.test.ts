import { base64url } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openWorker, PRODUCTION } from '#tests/worker/harness.ts'
import { app } from '#worker/app.ts'
import { checkSettings } from '#worker/env.ts'
import type { PublicSettings } from '#worker/service/routes.ts'
import { validationRoutes } from '#worker/validation/routes.ts'

const worker = await openWorker('settings')

async function docsUrl(settings: Record<string, string>): Promise<string | null> {
  const answer = await app.request('/api/settings', {}, { ...worker.settings, ...settings })
  return ((await answer.json()) as PublicSettings).docsUrl
}

describe('docsUrl', () => {
  it('is the built-in reference by default', async () => {
    const own = await docsUrl(PRODUCTION)
    expect(own).toBe('https://app.tinproof.example/docs/')
    expect(await docsUrl({ DOCS_URL: '' })).toBe(`${worker.settings.APP_ORIGIN}/docs/`)
  })

  it('is DOCS_URL if it is set', async () => {
    const DOCS_URL = 'https://docs.tinproof.example/api'
    expect(await docsUrl({ DOCS_URL })).toBe(DOCS_URL)
  })
})

const encoded = (bytes: Uint8Array) => base64url.encode(bytes)
const random = (length = 32) => encoded(crypto.getRandomValues(new Uint8Array(length)))
const newKey = (kid: string) => `${kid}:${random()}`

const problemsWith = (settings: Record<string, string>) =>
  checkSettings({ ...worker.settings, ...settings }).problems ?? []

describe('a setting', () => {
  it('of the tests is valid, and so is a production one', () => {
    expect(problemsWith({})).toEqual([])
    expect(problemsWith(PRODUCTION)).toEqual([])
    expect(problemsWith({ ...PRODUCTION, MAIL_FROM: 'no-reply@tinproof.com' })).toEqual([])
  })

  it.each([
    ['APP_ORIGIN', 'http://app.tinproof.com', 'must be https:// outside localhost'],
    ['APP_ORIGIN', 'http://localhost.tinproof.com', 'must be https:// outside localhost'],
    ['APP_ORIGIN', 'ftp://app.tinproof.com', 'must be a URL'],
    ['APP_ORIGIN', 'app.tinproof.com', 'must be a URL'],
    ['UPSTASH_REDIS_REST_URL', 'http://redis.upstash.io', 'must be https:// outside localhost'],
    ['RESEND_URL', 'http://api.resend.com', 'must be https:// outside localhost'],
    ['MAIL_FROM', 'Tinproof', 'expected "Name <address>"'],
    ['MAIL_FROM', 'Tinproof <no-reply>', 'expected "Name <address>"'],
    ['SUPPORT_EMAIL', 'support', 'must be an email address'],
    ['ACTIVITY_RETENTION_DAYS', '6', 'must be at least 7'],
    ['PADDLE_API_URL', 'http://api.paddle.com', 'must be https:// outside localhost'],
    ['PADDLE_SCRIPT_URL', 'http://cdn.paddle.com/paddle.js', 'must be https:// outside localhost'],
    ['PADDLE_ENVIRONMENT', 'live', 'must be one of sandbox, production'],
    ['PADDLE_WEBHOOK_SECRETS', 'secret', 'expected "pdl_ntfset_…[,pdl_ntfset_…]"'],
    ['PADDLE_WEBHOOK_SECRETS', 'pdl_ntfset_a,', 'expected "pdl_ntfset_…[,pdl_ntfset_…]"'],
    ['PADDLE_PRO_PRICE_ID', 'pro_01', 'expected the ID of a price, "pri_…"'],
  ])('%s is refused: %s', (name, value, problem) => {
    expect(problemsWith({ [name]: value })).toEqual([`${name}: ${problem}`])
  })

  it.each(['WEAK_PASSWORD_HASHES', 'ADMIN_WITHOUT_TWO_FACTOR'])('takes %s at localhost only', (name) => {
    expect(problemsWith({ ...PRODUCTION, [name]: 'on' })).toEqual([`${name}: only for localhost`])
    expect(problemsWith({ [name]: 'on' })).toEqual([])
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:5173', 'http://[::1]:5173'])(
    'APP_ORIGIN may be %s',
    (APP_ORIGIN) => {
      expect(problemsWith({ APP_ORIGIN })).toEqual([])
    },
  )
})

describe.each([
  'SESSION_KEYS',
  'TWO_FACTOR_KEYS',
  'EMAIL_KEYS',
  'ANSWER_KEYS',
  'BATCH_KEYS',
  'RECORD_KEYS',
  'RECORD_SIGNING_KEYS',
])('%s', (name) => {
  const format = 'expected "kid:secret[,kid:secret]" with 32 bytes or more in base64url'

  it.each([
    ['zeros', `a:${encoded(new Uint8Array(32))}`, 'a key is not random'],
    ['one repeated byte', `a:${encoded(new Uint8Array(32).fill(7))}`, 'a key is not random'],
    ['a repeated word', `a:${encoded(new TextEncoder().encode('secret'.repeat(8)))}`, 'a key is not random'],
    ['31 bytes', `a:${random(31)}`, format],
    ['no kid', random(), format],
    ['no base64url', `a:${'*'.repeat(50)}`, format],
    ['an older key of zeros', `${newKey('b')},a:${encoded(new Uint8Array(32))}`, 'a key is not random'],
    ['one kid twice', `${newKey('a')},${newKey('a')}`, 'two keys have the same kid'],
  ])('is refused: %s', (_what, value, problem) => {
    expect(problemsWith({ [name]: value })).toEqual([`${name}: ${problem}`])
  })

  it('may have several keys', () => {
    expect(problemsWith({ [name]: `${newKey('b')}, ${newKey('a')}` })).toEqual([])
  })

  it('is required', () => {
    expect(problemsWith({ [name]: '' })).toEqual([`${name} is missing`])
  })
})

it('refuses a key that is used twice, in one setting or in two', () => {
  const names =
    'SESSION_KEYS, TWO_FACTOR_KEYS, EMAIL_KEYS, ANSWER_KEYS, BATCH_KEYS, RECORD_KEYS, RECORD_SIGNING_KEYS'
  const problem = [`${names}: a key is used twice`]
  const secret = random()
  expect(problemsWith({ SESSION_KEYS: `a:${secret},b:${secret}` })).toEqual(problem)
  expect(problemsWith({ SESSION_KEYS: `a:${secret}`, EMAIL_KEYS: `b:${secret}` })).toEqual(problem)
  expect(problemsWith({ EMAIL_KEYS: `a:${secret}`, ANSWER_KEYS: `${newKey('b')},c:${secret}` })).toEqual(
    problem,
  )
})

it('takes only Ed25519 seeds of 32 bytes to sign records', () => {
  const RECORD_SIGNING_KEYS = `a:${random(33)}`
  expect(problemsWith({ RECORD_SIGNING_KEYS })).toEqual(['RECORD_SIGNING_KEYS: expected keys of 32 bytes'])
})

it.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
  ['HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET'],
  ['BOLAGSVERKET_CLIENT_ID', 'BOLAGSVERKET_CLIENT_SECRET'],
  ['KRA_CONSUMER_KEY', 'KRA_CONSUMER_SECRET'],
  ['AADE_USERNAME', 'AADE_PASSWORD'],
])('refuses %s without %s and the other way around', (one, other) => {
  expect(problemsWith({ [one]: 'given', [other]: '' })).toEqual([`${other} is missing: ${one} needs it`])
  expect(problemsWith({ [one]: '', [other]: 'given' })).toEqual([`${one} is missing: ${other} needs it`])
  expect(problemsWith({ [one]: '', [other]: '' })).toEqual([])
})

describe('Paddle', () => {
  const names = [
    'PADDLE_API_KEY',
    'PADDLE_CLIENT_TOKEN',
    'PADDLE_WEBHOOK_SECRETS',
    'PADDLE_PRO_PRICE_ID',
    'PADDLE_ENTERPRISE_PRICE_ID',
  ]
  const none = Object.fromEntries(names.map((name) => [name, '']))
  const production = {
    PADDLE_ENVIRONMENT: 'production',
    PADDLE_API_KEY: 'pdl_live_apikey_1',
    PADDLE_CLIENT_TOKEN: 'live_1',
  }

  it('may be left out', () => {
    expect(problemsWith(none)).toEqual([])
  })

  it.each(names)('needs %s if it has the others', (name) => {
    const given = names.find((one) => one !== name)
    expect(problemsWith({ [name]: '' })).toEqual([`${name} is missing: ${given} needs it`])
  })

  it('needs the others too', () => {
    expect(problemsWith({ ...none, PADDLE_CLIENT_TOKEN: 'test_1' })).toEqual(
      names
        .filter((name) => name !== 'PADDLE_CLIENT_TOKEN')
        .map((name) => `${name} is missing: PADDLE_CLIENT_TOKEN needs it`),
    )
  })

  it.each(['PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN'] as const)(
    'refuses %s of the other environment',
    (name) => {
      expect(problemsWith({ [name]: production[name] })).toEqual([
        `${name}: not from Paddle's sandbox environment`,
      ])
      const sandbox = worker.settings[name] ?? ''
      expect(problemsWith({ ...production, [name]: sandbox })).toEqual([
        `${name}: not from Paddle's production environment`,
      ])
      expect(problemsWith(production)).toEqual([])
    },
  )

  it('refuses one price for both plans', () => {
    expect(problemsWith({ PADDLE_PRO_PRICE_ID: worker.settings.PADDLE_ENTERPRISE_PRICE_ID ?? '' })).toEqual([
      'PADDLE_PRO_PRICE_ID, PADDLE_ENTERPRISE_PRICE_ID: the same price',
    ])
  })

  it('accepts several webhook secrets, and an API key without a prefix', () => {
    const secrets = 'pdl_ntfset_01_new, pdl_ntfset_01_old'
    expect(problemsWith({ PADDLE_WEBHOOK_SECRETS: secrets, PADDLE_API_KEY: 'a1b2c3' })).toEqual([])
    expect(checkSettings({ ...worker.settings, PADDLE_WEBHOOK_SECRETS: secrets }).settings).toMatchObject({
      PADDLE_WEBHOOK_SECRETS: ['pdl_ntfset_01_new', 'pdl_ntfset_01_old'],
    })
  })

  it('is called at the URL of its environment', () => {
    const urlOf = (settings: Record<string, string>) =>
      checkSettings({ ...worker.settings, PADDLE_API_URL: '', ...settings }).settings?.PADDLE_API_URL
    expect(urlOf({})).toBe('https://sandbox-api.paddle.com')
    expect(urlOf(production)).toBe('https://api.paddle.com')
  })
})

describe('outside localhost', () => {
  it.each([
    'no-reply@tinproof.example',
    'no-reply@mail.tinproof.test',
    'Tinproof <no-reply@example.com>',
    'Tinproof <no-reply@tinproof.invalid>',
  ])('refuses the sender %s', (MAIL_FROM) => {
    expect(problemsWith({ ...PRODUCTION, MAIL_FROM })).toEqual([
      'MAIL_FROM: no email can be sent from this domain',
    ])
    expect(problemsWith({ MAIL_FROM })).toEqual([])
  })

  it('requires the key of Resend', () => {
    expect(problemsWith({ ...PRODUCTION, RESEND_API_KEY: '' })).toEqual(['RESEND_API_KEY is missing'])
    expect(problemsWith({ RESEND_API_KEY: '' })).toEqual([])
  })
})

describe('a Worker with invalid settings', () => {
  const log = vi.spyOn(console, 'error')
  afterEach(() => {
    log.mockReset()
  })

  it.each([
    ['answers API calls, which do not use it', { MAIL_FROM: 'Tinproof' }, 200],
    ['refuses API calls, which use it', { UPSTASH_REDIS_REST_URL: 'redis' }, 503],
  ])('%s', async (_, invalid, status) => {
    log.mockReset()
    const settings = { ...worker.settings, ...invalid }
    expect((await validationRoutes.request('/api/tinproof/countries', {}, settings)).status).toBe(status)
    expect((await app.request('/api/settings', {}, settings)).status).toBe(503)
    const [name = ''] = Object.keys(invalid)
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).problems)).toEqual([
      [expect.stringContaining(name)],
    ])
  })

  it('logs all problems once, and does not show them to callers', async () => {
    log.mockReset()
    const { DATABASE_URL: _url, SESSION_KEYS: _keys, ...rest } = worker.settings
    const settings = { ...rest, EMAIL_KEYS: 'a:secret', GOOGLE_CLIENT_ID: '' }
    for (const path of ['/api/health', '/api/settings', '/auth/google']) {
      const answer = await app.request(path, {}, settings)
      expect(answer.status).toBe(503)
      const body = await answer.text()
      expect(JSON.parse(body)).toMatchObject({
        code: 'SETTINGS_INVALID',
        message: "The service isn't fully configured.",
      })
      for (const name of ['DATABASE_URL', 'KEYS', 'GOOGLE']) expect(body).not.toContain(name)
    }
    const lines = log.mock.calls.flat().map(String)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'error',
        what: 'settings',
        problems: [
          'DATABASE_URL is missing',
          'SESSION_KEYS is missing',
          'EMAIL_KEYS: expected "kid:secret[,kid:secret]" with 32 bytes or more in base64url',
          'GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET needs it',
        ],
      },
    ])
    expect(lines.join()).not.toContain('a:secret')
  })
})
