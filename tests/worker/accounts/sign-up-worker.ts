import { expect } from 'vitest'
import type { Settings } from '#tests/fakes/start.ts'
import { type Answer, type ErrorBody, ORIGIN, openWorker, type TestWorker } from '#tests/worker/harness.ts'
import type { OpenedLink, User, VerificationStatus } from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'

export const password = 'correct horse battery'
type Completed = { user: User; organization: OrganizationDetail }
type Registered = { user: { email: string; pending: true }; organization: null }

export const UNVERIFIED = { verified: false, organization: null, finished: false }
export const VERIFIED = { verified: true, organization: null, finished: false }
export const FINISHED = { verified: false, organization: null, finished: true }
export const NOT_OPENED = { ...UNVERIFIED, code: null }

export const NOTHING = { users: 0, organizations: 0, quotas: 0, tokens: 0, sessions: 0 }
export const ONE = { users: 1, organizations: 1, quotas: 1, tokens: 1, sessions: 1 }

export const NOT_VERIFIED = [403, 'NOT_VERIFIED']

/** What belongs to an email address. */
export async function countsOf(worker: Pick<TestWorker, 'sql'>, email: string) {
  const [row] =
    await worker.sql`select count(distinct u.id)::int as users, count(distinct m.organization_id)::int as organizations,
              count(distinct q.organization_id)::int as quotas, count(distinct t.id)::int as tokens,
              count(distinct s.sid)::int as sessions
         from users u
         left join organization_memberships m on m.user_id = u.id
         left join organization_quotas q on q.organization_id = m.organization_id
         left join api_tokens t on t.organization_id = m.organization_id
         left join session s on s.user_id = u.id
        where u.email = ${email}`
  return row
}

/** A Worker, and what people do to sign up. */
export async function openSignUpWorker(name: string) {
  const worker = await openWorker(name)
  let addresses = 0
  const newAddress = () => `2001:db8:5:${(++addresses).toString(16)}::1`

  /** A browser with its cookies and its network address. */
  function openBrowser(address = newAddress()) {
    const cookies = new Map<string, string>()
    async function call<Body>(path: string, body?: object): Promise<Answer<Body>> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await worker.call<Body>(path, {
        ...(body && { body }),
        headers: { Origin: ORIGIN, 'CF-Connecting-IP': address, ...(cookie && { Cookie: cookie }) },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (line.includes('Max-Age=0')) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
    return {
      cookies,
      register: (email: string, more: object = {}) =>
        call<Registered & ErrorBody>('/api/register', { email, password, ...more }),
      init: (email: string, more: object = {}) =>
        call<{ isReturning: boolean } & ErrorBody>('/api/register/init', { email, ...more }),
      status: (email: string, token?: string) =>
        call<VerificationStatus & ErrorBody>(
          `/api/register/verification-status?${new URLSearchParams({ email, ...(token !== undefined && { token }) })}`,
        ),
      open: (email: string, token: string) =>
        call<OpenedLink & ErrorBody>('/api/register/verify', { email, token }),
      enterCode: (email: string, code: string | null) =>
        call<VerificationStatus & ErrorBody>('/api/register/verify-code', { email, code }),
      complete: (email: string, more: object = {}) =>
        call<Completed & ErrorBody>('/api/register/complete', {
          email,
          password,
          confirmPassword: password,
          ...more,
        }),
      me: () => call<User>('/api/user'),
    }
  }

  /** The token in the latest email. */
  async function tokenFor(email: string): Promise<string> {
    const [mail] = await worker.emailsTo(email)
    const [link = ''] = /http\S+\/verify#\S+/.exec(mail?.text ?? '') ?? []
    const url = new URL(link)
    expect(url.origin + url.pathname).toBe(`${ORIGIN}/verify`)
    const secrets = new URLSearchParams(url.hash.slice(1))
    expect([url.search, secrets.get('email')]).toEqual(['', email])
    return secrets.get('token') ?? ''
  }

  /** A browser with a pending sign-up, and the token from its email. */
  async function begin(email: string) {
    const browser = openBrowser()
    expect((await browser.init(email)).status).toBe(200)
    return { browser, token: await tokenFor(email) }
  }

  /** A sign-up that only lacks its password. */
  async function verify(email: string) {
    const { browser, token } = await begin(email)
    expect((await browser.open(email, token)).body).toEqual({ ...VERIFIED, code: null })
    return { browser, token }
  }

  const expire = (email: string) =>
    worker.sql`update sign_ups set expires_at = now() - interval '1 second' where email = ${email}`

  /** A call of a Worker with other settings. */
  async function callWith(settings: Settings, body: object, path = '/api/register/init') {
    const headers = { 'CF-Connecting-IP': newAddress() }
    const answer = await worker.call(path, { body, headers, settings })
    await worker.settle()
    return answer
  }

  return {
    worker,
    openBrowser,
    emailsTo: worker.emailsTo,
    tokenFor,
    begin,
    verify,
    countsOf: (email: string) => countsOf(worker, email),
    expire,
    callWith,
  }
}
