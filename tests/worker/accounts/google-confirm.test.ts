// @module-tag deep
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { cookieNamed, type Member, ORIGIN, openWorker, refusal } from '#tests/worker/harness.ts'
import { asPerson, locationOf, openGoogleBrowsers, passGoogle, sessionOf } from './google-browsers.ts'

const worker = await openWorker('google_confirm')
const { begin, finish, enableTwoFactor } = openGoogleBrowsers(worker)

describe('confirming with Google', () => {
  const PAGE = '/profile?tab=security'
  const linked = async (name: string) => {
    const member = await worker.signUp(name)
    await worker.sql`update users set google_sub = ${`sub-of-${name}`}, password = null
      where id = ${member.user.id}`
    return member
  }
  const confirmAs = async (member: Member, sub: string, page = PAGE) => {
    const { cookie, url } = await begin(`?${new URLSearchParams({ confirm: page })}`)
    expect(`__Host-${cookie}`.length).toBeLessThanOrEqual(4_096)
    const callback = await passGoogle(url, asPerson(member.user.email, sub))
    return worker.call(callback, { headers: { Cookie: `${cookie}; ${member.cookie}` } })
  }
  const isConfirmed = async ({ user }: Member) =>
    (await worker.sql`select from session where user_id = ${user.id} and confirmed_at is not null`).length ===
    1

  it('allows sensitive changes in this session, and returns to the page', async () => {
    const member = await linked('confirming')
    const answer = await confirmAs(member, 'sub-of-confirming')
    expect([answer.status, locationOf(answer)]).toEqual([302, `${PAGE}&confirmed=google`])
    expect(await isConfirmed(member)).toBe(true)
    const setup = await member.post('/api/user/two-factor/setup')
    expect(setup.status).toBe(201)
  })

  it('makes Google ask for the account', async () => {
    const { url } = await begin(`?${new URLSearchParams({ confirm: PAGE })}`)
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account')
    expect(new URL((await begin()).url).searchParams.get('prompt')).toBeNull()
  })

  it('is refused with another Google account, and signs nobody in', async () => {
    const [member, other] = [await linked('confused'), await linked('stranger')]
    for (const sub of ['another-sub', 'sub-of-stranger']) {
      const answer = await confirmAs(member, sub)
      expect([locationOf(answer), sessionOf(answer)]).toEqual([`${PAGE}&confirmed=failed`, ''])
    }
    expect([await isConfirmed(member), await isConfirmed(other)]).toEqual([false, false])
  })

  it("doesn't replace the password of an account that has one", async () => {
    const member = await worker.signUp('password')
    await worker.sql`update users set google_sub = 'sub-of-password' where id = ${member.user.id}`
    const answer = await confirmAs(member, 'sub-of-password')
    expect([locationOf(answer), await isConfirmed(member)]).toEqual([`${PAGE}&confirmed=failed`, false])
    await enableTwoFactor(member)
    expect(locationOf(await confirmAs(member, 'sub-of-password'))).toBe(`${PAGE}&confirmed=failed`)
  })

  it('needs a code too with two-factor sign-in on, in the session that confirmed', async () => {
    const member = await linked('two-steps')
    const code = await enableTwoFactor(member)
    const answer = await confirmAs(member, 'sub-of-two-steps')
    expect([locationOf(answer), await isConfirmed(member)]).toEqual([`${PAGE}&confirmed=code`, false])
    const proof = cookieNamed('google-confirmation', answer.headers)
    const enter = ({ cookie }: Member, code: string) => {
      const headers = { Cookie: `${cookie}; ${proof}`, Origin: ORIGIN }
      return worker.post('/api/user/confirm-code', { code }, { headers })
    }
    const thief = await worker.signUp('thief')
    expect(refusal(await enter(thief, code))).toEqual([403, 'CONFIRMATION_REQUIRED'])
    expect(refusal(await enter(member, 'abcdef'))).toEqual([422, 'WRONG_TWO_FACTOR_CODE'])
    expect(await isConfirmed(member)).toBe(false)
    expect((await enter(member, code)).status).toBe(204)
    expect(await isConfirmed(member)).toBe(true)
  })

  it('returns to the page, with another message, if Google or the database fails', async () => {
    const member = await linked('unlucky')
    const query = `?${new URLSearchParams({ confirm: PAGE })}`
    const failed = await worker.during({ service: 'neon', content: 'commit' }, () =>
      confirmAs(member, 'sub-of-unlucky'),
    )
    const settings = { GOOGLE_ISSUER: `${worker.settings.GOOGLE_ISSUER}/elsewhere` }
    const refused = await worker.call(`/auth/google${query}`, { settings })
    expect([failed, refused].map(locationOf)).toEqual(Array(2).fill(`${PAGE}&confirmed=error`))
    expect(locationOf(await confirmAs(member, 'sub-of-unlucky'))).toBe(`${PAGE}&confirmed=google`)
  })

  it('only returns to the page if the user cancels', async () => {
    const { cookie, url } = await begin('?confirm=/profile')
    const answer = await finish(await passGoogle(url, '/cancel'), cookie)
    expect(locationOf(answer)).toBe('/profile')
  })

  it.each([
    'scope=read+offline_access&redirect_uri=http://127.0.0.1:33418/callback',
    'state={"a":[1|2^3]}'.replaceAll('"', '%22'),
    `state=${'x'.repeat(2_577)}`,
  ])('returns to the request of an app with %.30s', async (query) => {
    const page = `/oauth/authorize?${query}`
    const name = `app-${query.length}`
    const answer = await confirmAs(await linked(name), `sub-of-${name}`, page)
    expect(locationOf(answer)).toBe(`${page}&confirmed=google`)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/auth/google',
    'profile',
    '/profile#x',
    '/profile?a=\r\nSet-Cookie: b',
    `/${'x'.repeat(2_600)}`,
  ])('leads to the dashboard, not to %.40s', async (page) => {
    const { cookie } = await begin(`?${new URLSearchParams({ confirm: page })}`)
    expect(decodeJwt(cookie.slice('google='.length))).toMatchObject({ confirm: '/' })
    const { cookie: signIn } = await begin()
    expect(decodeJwt(signIn.slice('google='.length))).not.toHaveProperty('confirm')
  })
})
