import { beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, openWorker, type TestWorker } from '#tests/worker/harness.ts'
import { hashPassword } from '#worker/accounts/passwords/password.ts'
import { findWeakness } from '#worker/accounts/passwords/password-weakness.ts'

const COMMON = 'This password is too common. Choose one that is harder to guess.'
const OWN = 'This password is too close to your email address or to the name Tinproof. Choose another one.'
const PATTERN = 'This password is a simple pattern. Choose one that is harder to guess.'

const EMAIL = 'anna.schmidt-weber@summit-energy.co.uk'

it.each([
  [COMMON, 'password'],
  [COMMON, 'PassWord'],
  [COMMON, 'password1'],
  [COMMON, 'Password2024'],
  [COMMON, 'dragon12!?'],
  [COMMON, 'iloveyou'],
  [COMMON, '1qaz2wsx'],
  [COMMON, 'ｐａｓｓｗｏｒｄ'],
  [OWN, 'tinproof'],
  [OWN, 'TinProof2026!'],
  [OWN, 'my-tinproof'],
  [OWN, 'annaschmidt'],
  [OWN, 'Schmidt1987'],
  [OWN, 'weber-weber-weber'],
  [OWN, 'anna.schmidt-weber'],
  [OWN, 'summit2026'],
  [OWN, EMAIL],
  [PATTERN, 'aaaaaaaa'],
  [PATTERN, 'AaAaAaAaA'],
  [PATTERN, '12121212121'],
  [PATTERN, 'abcdabcdab'],
  [PATTERN, '12345678901234567890'],
  [PATTERN, '9876543210'],
  [PATTERN, 'abcdefghijklmnop'],
  [PATTERN, 'zyxwvuts'],
  [PATTERN, 'qwertyuiop'],
  [PATTERN, 'poiuytrewq'],
  [PATTERN, '        '],
  [PATTERN, '😀😀😀😀😀😀😀😀'],
])('says "%s" of %s', async (message, password) => {
  expect(await findWeakness(password, EMAIL)).toBe(message)
})

it.each([
  'correct horse battery',
  'tinproof keeps my numbers',
  'schmidt and 3 more',
  'uk-computer-27',
  'Xk9$mQpL',
  'dragon-river-lantern',
  'dragon 31415926',
  'abcdefg-hijklmn-opq',
  'パスワードはとても長い',
  'correct horse battery '.repeat(46),
])('accepts %s', async (password) => {
  expect(await findWeakness(password, EMAIL)).toBeUndefined()
})

describe('a weak password is refused', () => {
  let worker: TestWorker
  beforeAll(async () => {
    worker = await openWorker('weak_passwords')
  })

  const password = 'correct horse battery'
  const refusal = (path: string, message: string) => ({
    status: 422,
    body: { code: 'WEAK_PASSWORD', message, details: [{ path, message }] },
  })
  const canSignIn = async (email: string, secret: string) =>
    (await worker.post('/api/login', { email, password: secret })).status === 200

  it('at a change, which leaves the old one', async () => {
    const { call, user } = await worker.signUp('changer')
    const messages = { password123: COMMON, 'changer-2026': OWN, '11111111': PATTERN }
    for (const [newPassword, message] of Object.entries(messages)) {
      const body = { currentPassword: password, newPassword }
      const answer = await call('/api/user/change-password', { body })
      expect(answer).toMatchObject(refusal('newPassword', message))
    }
    expect(await canSignIn(user.email, password)).toBe(true)
  })

  it('at a reset, which leaves the link usable', async () => {
    const { user } = await worker.signUp('weak-resetter')
    await worker.post('/api/auth/forgot-password', { email: user.email })
    const token = await worker.linkTo(user.email)
    const reset = (secret: string) => worker.post('/api/auth/reset-password', { token, password: secret })
    expect(await reset('weak-resetter-1')).toMatchObject(refusal('password', OWN))
    expect((await reset('another horse battery')).status).toBe(200)
    expect(await canSignIn(user.email, 'another horse battery')).toBe(true)
  })

  it('at the end of a sign-up, which can then be finished', async () => {
    const email = 'beginner@example.test'
    await worker.post('/api/register/init', { email })
    const [message] = await worker.emailsTo(email)
    const token = /token=([0-9A-Za-z]{32})/.exec(message?.text ?? '')?.[1]
    const opened = await worker.post('/api/register/verify', { email, token })
    const Cookie = cookieOf(opened.headers)
    const complete = (secret: string) =>
      worker.post(
        '/api/register/complete',
        { email, password: secret, confirmPassword: secret },
        { headers: { Cookie } },
      )
    expect(await complete('qwertyuiop')).toMatchObject(refusal('password', PATTERN))
    expect((await complete(password)).status).toBe(201)
  })

  it('at POST /api/register', async () => {
    const body = { email: 'caller@example.test', password: 'letmein123' }
    const answer = await worker.post('/api/register', body)
    expect(answer).toMatchObject(refusal('password', COMMON))
    expect(await worker.sql`select from users where email = 'caller@example.test'`).toEqual([])
  })

  it('but still signs in where it was set before the rule', async () => {
    const { user } = await worker.signUp('veteran')
    await worker.sql`update users set password = ${await hashPassword({}, 'password')} where id = ${user.id}`
    expect(await canSignIn(user.email, 'password')).toBe(true)
  })
})
