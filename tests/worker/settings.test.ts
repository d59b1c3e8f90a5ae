import { base64url } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from '#worker/app.ts'
import { checkSettings } from '#worker/env.ts'
import type { PublicSettings } from '#worker/service/public-settings.ts'
import { openWorker, PRODUCTION, type TestWorker } from './harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('settings')
})

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
    ['APP_ORIGIN', 'ftp://app.tinproof.com', 'Invalid URL'],
    ['APP_ORIGIN', 'app.tinproof.com', 'Invalid URL'],
    ['UPSTASH_REDIS_REST_URL', 'http://redis.upstash.io', 'must be https:// outside localhost'],
    ['RESEND_URL', 'http://api.resend.com', 'must be https:// outside localhost'],
    ['MAIL_FROM', 'Tinproof', 'expected "Name <address>"'],
    ['MAIL_FROM', 'Tinproof <no-reply>', 'expected "Name <address>"'],
    ['SUPPORT_EMAIL', 'support', 'Invalid email address'],
    ['ACTIVITY_RETENTION_DAYS', '6', 'Too small: expected number to be >=7'],
  ])('%s is refused: %s', (name, value, problem) => {
    expect(problemsWith({ [name]: value })).toEqual([`${name}: ${problem}`])
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:5173', 'http://[::1]:5173'])(
    'APP_ORIGIN may be %s',
    (APP_ORIGIN) => {
      expect(problemsWith({ APP_ORIGIN })).toEqual([])
    },
  )
})

describe.each(['SESSION_KEYS', 'TWO_FACTOR_KEYS', 'EMAIL_KEYS', 'ANSWER_KEYS'])('%s', (name) => {
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
  const problem = ['SESSION_KEYS, TWO_FACTOR_KEYS, EMAIL_KEYS, ANSWER_KEYS: a key is used twice']
  const secret = random()
  expect(problemsWith({ SESSION_KEYS: `a:${secret},b:${secret}` })).toEqual(problem)
  expect(problemsWith({ SESSION_KEYS: `a:${secret}`, EMAIL_KEYS: `b:${secret}` })).toEqual(problem)
  expect(problemsWith({ EMAIL_KEYS: `a:${secret}`, ANSWER_KEYS: `${newKey('b')},c:${secret}` })).toEqual(
    problem,
  )
})

it.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
  ['HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET'],
])('refuses %s without %s and the other way around', (one, other) => {
  expect(problemsWith({ [one]: 'given', [other]: '' })).toEqual([`${other} is missing: ${one} needs it`])
  expect(problemsWith({ [one]: '', [other]: 'given' })).toEqual([`${one} is missing: ${other} needs it`])
  expect(problemsWith({ [one]: '', [other]: '' })).toEqual([])
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

  it('logs all problems once, and tells callers none of them', async () => {
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
