import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  cookieNamed,
  cookieOf,
  countStatuses,
  type ErrorBody,
  type Member,
  ORIGIN,
  refusal,
  statusesOf,
  times,
} from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type { AccountSecurity, User } from '#worker/accounts/contract.ts'
import { openSession } from '#worker/accounts/sessions/open-session.ts'
import type { RecoveryCodes, TwoFactorSetup } from '#worker/accounts/two-factor/contract.ts'
import { hashRecoveryCode } from '#worker/accounts/two-factor/recovery-codes.ts'
import { reencryptSecrets } from '#worker/jobs/reencrypt-secrets.ts'
import { decrypt } from '#worker/lib/crypto.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { newPassword, openPasswordsWorker, password } from './passwords-worker.ts'

const { worker, from, emailOf, login, reset, me, emailsTo, emailedToken } =
  await openPasswordsWorker('two_factor')

const PATH = '/api/user/two-factor'
/** Without a code, with a wrong one, and with a wrong password. */
const UNPROVEN = ['INVALID_INPUT', 'WRONG_TWO_FACTOR_CODE', 'WRONG_PASSWORD'].map((code) => [422, code])

const REPLACED = [409, 'TWO_FACTOR_SETUP_REPLACED']

const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * 30_000 })
/** A code that is wrong now and in the next minute. */
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2, 3].map((offset) => codeOf(secret, offset))
  return (
    ['0', '1', '2', '3', '4', '5', '6']
      .map((digit) => digit.repeat(6))
      .find((code) => !near.includes(code)) ?? ''
  )
}

/** Sorted: emails are sent after the responses, and may arrive in another order. */
const subjects = async (name: string) => (await emailsTo(name)).map(({ subject }) => subject).toSorted()

const confirm = (user: Member) => worker.confirmPassword(user)
const setUp = (user: Member) => user.post<TwoFactorSetup & ErrorBody>(`${PATH}/setup`)
const enable = (user: Member, secret: string, code = codeOf(secret)) =>
  user.post(`${PATH}/enable`, { secret, code })
const disable = (user: Member) => user.delete(PATH)
const replaceCodes = (user: Member) => user.post<RecoveryCodes & ErrorBody>(`${PATH}/recovery-codes`)
const security = async (user: Member) => (await user.call<AccountSecurity>('/api/user/security')).body

/** As if the last code's 30 seconds had passed. */
const nextCode = (user: Member) =>
  worker.sql`update two_factors set last_step = 0 where user_id = ${user.user.id}`
async function prepared(name: string) {
  const user = await worker.signUp(name)
  await confirm(user)
  return { user, ...(await setUp(user)).body }
}
async function enrolled(name: string) {
  const { user, secret, recoveryCodes } = await prepared(name)
  expect((await enable(user, secret)).status).toBe(204)
  await nextCode(user)
  return { user, secret, recoveryCodes }
}

const signInCookie = ({ headers }: Answer) => cookieNamed('sign-in', headers)
const finishWith = (cookie: string, proof: { code: string } | { password: string }, settings = {}) =>
  worker.post<User & ErrorBody>(`/api/login/${'code' in proof ? 'two-factor' : 'google'}`, proof, {
    headers: { ...from(), Cookie: cookie, Origin: ORIGIN },
    settings,
  })
const enterCode = (first: Answer, code: string) => finishWith(signInCookie(first), { code })

describe('setting up', () => {
  it('returns a secret of 160 bits, also as a URI for authenticator apps', async () => {
    const user = await worker.signUp('plus+sign')
    await confirm(user)
    const { status, body } = await setUp(user)
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.uri).toBe(
      `otpauth://totp/Tinproof:plus%2Bsign%40example.test?issuer=Tinproof&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  it('changes nothing until a correct code of the newest secret is entered', async () => {
    const { user, secret, recoveryCodes } = await prepared('undecided')
    const second = await setUp(user)
    const wrong = await enable(user, second.body.secret, wrongCode(second.body.secret))
    expect(refusal(wrong)).toEqual([422, 'WRONG_TWO_FACTOR_CODE'])
    expect(refusal(await enable(user, secret))).toEqual(REPLACED)
    expect((await login('undecided')).status).toBe(200)
    const off = { enabledAt: null, recoveryCodesLeft: 0, isRequired: false }
    expect((await security(user)).twoFactor).toEqual(off)
    expect((await enable(user, second.body.secret)).status).toBe(204)
    const tried = [recoveryCodes, second.body.recoveryCodes].map(async ([code = '']) =>
      enterCode(await login('undecided'), code),
    )
    expect(statusesOf(await Promise.all(tried))).toEqual([422, 200])
    expect(refusal(await enable(user, secret))).toEqual(REPLACED)
  })

  it('turns two-factor sign-in on, ends all other sessions and sends an email', async () => {
    const { user, secret, recoveryCodes } = await prepared('decided')
    const elsewhere = cookieOf((await login('decided')).headers)
    expect((await enable(user, secret)).status).toBe(204)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
    expect([(await me(user.cookie)).status, (await me(elsewhere)).status]).toEqual([200, 401])
    expect(await subjects('decided')).toEqual(['Two-factor sign-in is on'])
    expect((await security(user)).twoFactor).toMatchObject({ recoveryCodesLeft: 10 })
  })

  it('is refused if it is already on or nothing was set up', { tags: 'deep' }, async () => {
    const { user, secret } = await enrolled('twice')
    for (const answer of [await setUp(user), await enable(user, secret)])
      expect(refusal(answer)).toEqual([409, 'TWO_FACTOR_ON'])
    const other = await worker.signUp('impatient')
    await confirm(other)
    expect(refusal(await enable(other, secret))).toEqual(REPLACED)
    expect(refusal(await replaceCodes(other))).toEqual([409, 'TWO_FACTOR_OFF'])
  })

  it('succeeds once for parallel calls', { tags: 'deep' }, async () => {
    const { user, secret } = await prepared('parallel')
    const answers = await times(4, () => enable(user, secret))
    expect(countStatuses(answers)).toEqual({ 204: 1, 409: 3 })
    expect((await security(user)).twoFactor.recoveryCodesLeft).toBe(10)
  })

  it('doesn’t fit a secret that is replaced meanwhile', async () => {
    const { user, secret } = await prepared('two-tabs')
    const [replaced, answer] = await overlap(
      worker,
      ['update', 'two_factors', 'new.enabled_at is null'],
      () => setUp(user),
      () => enable(user, secret),
    )
    expect(refusal(answer)).toEqual(REPLACED)
    expect((await enable(user, replaced.body.secret)).status).toBe(204)
  })

  it('stores the secret encrypted for its user and the recovery codes as hashes', async () => {
    const { user, secret, recoveryCodes } = await enrolled('stored')
    const [row] = await worker.sql<{ encrypted_secret: string; codes: string[] }>`
      select encrypted_secret, (select array_agg(code_hash) from recovery_codes where user_id = t.user_id) as codes
         from two_factors t where user_id = ${user.user.id}`
    const stored = JSON.stringify(row)
    for (const code of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
    const [kid = '', key = ''] = (worker.settings.TWO_FACTOR_KEYS ?? '').split(':')
    const keys = [{ kid, secret: new Uint8Array(Buffer.from(key, 'base64url')) }]
    const read = (userId: number) =>
      decrypt(keys, row?.encrypted_secret ?? '', { purpose: 'two-factor', context: String(userId) })
    expect(await read(user.user.id)).toBe(Buffer.from(Secret.fromBase32(secret).bytes).toString('base64url'))
    expect(await read(user.user.id + 1)).toBeUndefined()
  })
})

describe('signing in', () => {
  it('asks for a code after the right password, and opens no session before', async () => {
    const { secret } = await enrolled('two-steps')
    const first = await login('two-steps')
    expect([first.status, first.body]).toEqual([202, { twoFactorRequired: true }])
    expect(cookieNamed('session', first.headers)).toBe('')
    expect(first.headers.get('Set-Cookie')).toMatch(
      /^sign-in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await me(cookieNamed('sign-in', first.headers))).status).toBe(401)
    const second = await enterCode(first, codeOf(secret))
    expect([second.status, second.body.email]).toEqual([200, emailOf('two-steps')])
    expect(second.headers.getSetCookie().join()).toContain('sign-in=; Max-Age=0')
    const session = cookieNamed('session', second.headers)
    expect((await me(session)).status).toBe(200)
    const confirmation = await worker.call('/api/user/confirmation', { headers: { Cookie: session } })
    expect(refusal(confirmation)).toEqual([403, 'CONFIRMATION_REQUIRED'])
  })

  it('answers a wrong password as if there were no second factor', { tags: 'deep' }, async () => {
    await enrolled('hidden')
    const [hidden, unknown] = [await login('hidden', 'not the password'), await login('nobody-here')]
    expect(refusal(hidden)).toEqual([unknown.status, unknown.body.code])
    expect(hidden.headers.getSetCookie()).toEqual([])
  })

  it('refuses the password, or anything else that is no code', async () => {
    await enrolled('wrong-code')
    const first = await login('wrong-code')
    for (const code of ['12345', 'abcdef', password])
      expect(refusal(await enterCode(first, code))).toEqual([422, 'WRONG_TWO_FACTOR_CODE'])
  })

  it('accepts a code once, and no older code', async () => {
    const { secret } = await enrolled('replayed')
    const code = codeOf(secret)
    expect((await enterCode(await login('replayed'), code)).status).toBe(200)
    const again = await enterCode(await login('replayed'), code)
    const message = 'This code was already used. Wait for the next one.'
    expect(again).toMatchObject({ status: 422, body: { message } })
    expect((await enterCode(await login('replayed'), codeOf(secret, -1))).status).toBe(422)
  })

  it.each(['code', 'recovery-code'])(
    'opens one session for 4 parallel calls with one %s',
    { tags: 'deep' },
    async (kind) => {
      const { user, secret, recoveryCodes } = await enrolled(`raced-${kind}`)
      const first = await login(`raced-${kind}`)
      const code = kind === 'code' ? codeOf(secret) : (recoveryCodes[0] ?? '')
      const answers = await times(4, () => enterCode(first, code))
      expect(countStatuses(answers)).toEqual({ 200: 1, 422: 3 })
      const [row] = await worker.sql`select count(*)::int as sessions from session
      where user_id = ${user.user.id}`
      expect(row).toEqual({ sessions: 2 })
    },
  )

  it('makes a guesser wait after ten wrong codes, even after signing in again', async () => {
    const { user, secret } = await enrolled('guessed')
    const first = await login('guessed')
    const guesses = await times(12, () => enterCode(first, wrongCode(secret)))
    expect(countStatuses(guesses)).toEqual({ 422: 10, 429: 2 })
    const { status, headers } = await enterCode(await login('guessed'), codeOf(secret))
    expect([status, Number(headers.get('Retry-After'))]).toEqual([429, expect.closeTo(720, -2)])
    await worker.redis('DEL', `rate-limit:sign-in-guesser:${hashKey(`two-factor/${user.user.id}`)}`)
    expect((await enterCode(await login('guessed'), codeOf(secret))).status).toBe(200)
  })

  it('ends with a password change between the steps', { tags: 'deep' }, async () => {
    const { user, secret } = await enrolled('changed')
    const first = await login('changed')
    await user.post('/api/user/change-password', { currentPassword: password, newPassword })
    expect(refusal(await enterCode(first, codeOf(secret)))).toEqual([401, 'SIGN_IN_EXPIRED'])
  })

  type CookieOf = (cookie: string) => string | Promise<string>
  const isRefused = async (what: string, make: CookieOf) => {
    const name = what.replaceAll(' ', '-')
    const { secret } = await enrolled(name)
    const cookie = await make(signInCookie(await login(name)))
    expect(refusal(await finishWith(cookie, { code: codeOf(secret) }))).toEqual([401, 'SIGN_IN_EXPIRED'])
  }
  const refused = 'is refused when its cookie %s'
  it.each<[string, CookieOf]>([
    ['was changed', (cookie) => `${cookie.slice(0, -4)}AAAA`],
    ['is a session', async () => (await worker.signUp('other')).cookie.replace('session=', 'sign-in=')],
  ])(refused, isRefused)
  it.each<[string, CookieOf]>([
    ['is missing', () => ''],
    ['is of another kind', (cookie) => cookie.replace('sign-in=', 'session=')],
  ])(refused, { tags: 'deep' }, isRefused)

  it('does not accept the password instead of the code', { tags: 'deep' }, async () => {
    await enrolled('wrong-door')
    const answer = await finishWith(signInCookie(await login('wrong-door')), { password })
    expect(refusal(answer)).toEqual([401, 'SIGN_IN_EXPIRED'])
  })

  it('opens no session without a code, even if two-factor sign-in was turned on since the password was checked', {
    tags: 'deep',
  }, async () => {
    const { user } = await enrolled('just-enabled')
    const ctx = worker.context()
    const [row] = await worker.sql<{ password: string }>`select password from users
      where id = ${user.user.id}`
    const account = { id: user.user.id, password: row?.password ?? '' }
    expect(await openSession(ctx, account)).toBeUndefined()
  })

  it('still needs the code after a password reset', { tags: 'deep' }, async () => {
    const { secret } = await enrolled('reset-two-factor')
    await reset(await emailedToken('reset-two-factor'))
    const first = await login('reset-two-factor', newPassword)
    expect(first.status).toBe(202)
    expect((await enterCode(first, codeOf(secret))).status).toBe(200)
  })

  it('works after a key rotation, and without the old key once the job has run', {
    tags: 'deep',
  }, async () => {
    const { user, secret } = await enrolled('rotated')
    const newKey = `next:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
    const finish = async (TWO_FACTOR_KEYS: string, offset: number) => {
      const first = await login('rotated', password, { TWO_FACTOR_KEYS })
      const code = codeOf(secret, offset)
      return (await finishWith(signInCookie(first), { code }, { TWO_FACTOR_KEYS })).status
    }
    const both = `${newKey},${worker.settings.TWO_FACTOR_KEYS}`
    expect(await finish(both, 0)).toBe(200)
    const rotated = worker.context({ TWO_FACTOR_KEYS: both })
    const { counts } = await reencryptSecrets(rotated)
    expect(counts.reencrypted).toBeGreaterThan(0)
    // The administrator of the harness has no real secret.
    expect(await reencryptSecrets(rotated)).toMatchObject({ counts: { reencrypted: 1 } })
    expect(await finish(newKey, 1)).toBe(200)
    await worker.sql`delete from two_factors where user_id = ${user.user.id}`
  })
})

describe('recovery codes', () => {
  it('sign in once each, in any spelling, with an email', async () => {
    const { user, recoveryCodes } = await enrolled('recovering')
    const [first = '', second = ''] = recoveryCodes
    expect((await enterCode(await login('recovering'), first)).status).toBe(200)
    const again = await enterCode(await login('recovering'), first)
    const message = 'This code is wrong or was already used. Try another one.'
    expect(again).toMatchObject({ status: 422, body: { message } })
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')}`
    expect((await enterCode(await login('recovering'), typed)).status).toBe(200)
    expect((await security(user)).twoFactor.recoveryCodesLeft).toBe(8)
    expect(await subjects('recovering')).toEqual([
      'A recovery code was used',
      'A recovery code was used',
      'Two-factor sign-in is on',
    ])
  })

  it('are read as they are often misread', () => {
    const hash = hashRecoveryCode('0123456789abcdefghjkmn01')
    expect(hashRecoveryCode('oi23456789abcdefghjkmnol')).toBe(hash)
    expect(hashRecoveryCode('0123456789abcdefghjkmn02')).not.toBe(hash)
  })

  it('are replaced all at once, and work for no other user', { tags: 'deep' }, async () => {
    const { user, recoveryCodes } = await enrolled('replacing')
    const { recoveryCodes: theirs } = await enrolled('theirs')
    expect((await enterCode(await login('replacing'), theirs[0] ?? '')).status).toBe(422)
    const { status, body } = await replaceCodes(user)
    expect([status, new Set(body.recoveryCodes).size]).toEqual([201, 10])
    expect((await enterCode(await login('replacing'), recoveryCodes[1] ?? '')).status).toBe(422)
    expect((await enterCode(await login('replacing'), body.recoveryCodes[1] ?? '')).status).toBe(200)
    expect(await subjects('replacing')).toContain('You have new recovery codes')
  })
})

describe('a sensitive change', () => {
  const confirmWith = (user: Member, body: object) =>
    user.post('/api/user/confirm-password', { password, ...body })
  const changeEmail = (user: Member, name: string) =>
    user.post('/api/user/email-change', { email: emailOf(name) })
  const unconfirmed = async (name: string) => {
    const own = await enrolled(name)
    await worker.sql`update session set confirmed_at = null where user_id = ${own.user.user.id}`
    return own
  }

  it('needs both factors', async () => {
    const { user, secret, recoveryCodes } = await unconfirmed('both-factors')
    const tries = [
      await confirmWith(user, {}),
      await confirmWith(user, { code: wrongCode(secret) }),
      await confirmWith(user, { code: codeOf(secret), password: 'not the password' }),
    ]
    expect(tries.map(refusal)).toEqual(UNPROVEN)
    expect(tries[0]?.body.details).toEqual([{ path: 'code', message: 'Enter a code' }])
    expect((await changeEmail(user, 'hijacker')).body.code).toBe('CONFIRMATION_REQUIRED')
    const code = codeOf(secret)
    expect((await confirmWith(user, { code })).status).toBe(204)
    expect((await changeEmail(user, 'both-factors-new')).status).not.toBe(403)
    expect((await confirmWith(user, { code })).body.code).toBe('WRONG_TWO_FACTOR_CODE')
    expect((await confirmWith(user, { code: recoveryCodes[0] })).status).toBe(204)
    expect(await subjects('both-factors')).toContain('A recovery code was used')
    const [notice] = await worker.emailsTo(emailOf('both-factors'))
    expect(notice?.text).toContain('to sign in or to confirm a change')
  })

  it('is not confirmed with a code alone', async () => {
    const { user, secret } = await unconfirmed('code-alone')
    const answer = await user.post('/api/user/confirm-code', { code: codeOf(secret) })
    expect(refusal(answer)).toEqual([403, 'CONFIRMATION_REQUIRED'])
    expect((await changeEmail(user, 'code-alone-new')).status).toBe(403)
  })
})

describe('turning off', () => {
  it('deletes the recovery codes and sends an email', async () => {
    const { user } = await enrolled('leaving')
    for (let time = 0; time < 2; time++) expect((await disable(user)).status).toBe(204)
    expect(await worker.sql`select from recovery_codes where user_id = ${user.user.id}`).toEqual([])
    expect((await login('leaving')).status).toBe(200)
    expect(await subjects('leaving')).toEqual(['Two-factor sign-in is off', 'Two-factor sign-in is on'])
  })

  it('is refused while an organization begins to require it', async () => {
    const { user } = await enrolled('required')
    const [required, off] = await overlap(
      worker,
      ['update', 'organizations'],
      () =>
        user.put('/api/organization/two-factor', { required: true, organizationId: user.organization.id }),
      () => disable(user),
    )
    expect([required.status, off.status, off.body.code]).toEqual([200, 409, 'TWO_FACTOR_NEEDED'])
  })
})

describe('a platform administrator', () => {
  it('needs two-factor sign-in, also to invite others', async () => {
    const user = await worker.signUp('appointed')
    await worker.sql`update users set role = 'system_admin' where id = ${user.user.id}`
    const change = () => user.put(`/api/admin/organizations/${user.organization.id}`, { tier: 'PRO' })
    const invite = () =>
      user.post('/api/organization/invite', { email: 'new-admin@example.test', role: 'system_admin' })
    await confirm(user)
    expect(refusal(await change())).toEqual([403, 'TWO_FACTOR_REQUIRED'])
    expect((await invite()).status).toBe(403)
    expect((await security(user)).twoFactor.isRequired).toBe(true)
    const { body } = await setUp(user)
    await enable(user, body.secret)
    expect([(await change()).status, (await invite()).status]).toEqual([200, 201])
  })
})
