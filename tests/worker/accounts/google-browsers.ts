import { Secret, TOTP } from 'otpauth'
import {
  type Answer,
  cookieNamed,
  type ErrorBody,
  type Member,
  ORIGIN,
  type TestWorker,
} from '#tests/worker/harness.ts'
import type { User } from '#worker/accounts/contract.ts'
import { encryptSecret } from '#worker/accounts/two-factor/secret.ts'
import { readSettings } from '#worker/env.ts'

const SECRET = new Secret({ size: 20 })

export const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location') ?? ''
export const sessionOf = ({ headers }: Answer) => cookieNamed('session', headers)

export const asPerson = (email: string, sub?: string) =>
  `/login?${new URLSearchParams({ email, ...(sub && { sub }) }).toString()}`

/** Signs in at the provider as a browser does, up to the address of the callback. */
export async function passGoogle(url: string, query: string): Promise<string> {
  const jar = new Map<string, string>()
  const visit = async (to: string) => {
    const response = await fetch(to, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const next = response.headers.get('Location')
    if (!next) throw new Error(`${to} answers ${response.status}: ${await response.text()}`)
    return new URL(next, to).href
  }
  const interaction = await visit(url)
  const resume = await visit(`${interaction}${query}`)
  const { pathname, search } = new URL(resume.startsWith(ORIGIN) ? resume : await visit(resume))
  return `${pathname}${search}`
}

export const withState = (callback: string, state: string) => {
  const url = new URL(callback, ORIGIN)
  url.searchParams.set('state', state)
  return `${url.pathname}${url.search}`
}

/** Browsers that sign in to this Worker with Google. */
export function openGoogleBrowsers(worker: TestWorker) {
  /** A new network per call, because one is limited to 200 calls. */
  let calls = 0
  const from = () => ({ 'CF-Connecting-IP': `2001:db8:3:${(calls++).toString(16)}::1` })

  /** A browser that clicks "Continue with Google": its cookie, and where it is sent. */
  async function begin(query = '') {
    const answer = await worker.call(`/auth/google${query}`, { headers: from() })
    return { cookie: cookieNamed('google', answer.headers), url: locationOf(answer) }
  }

  const finish = (callback: string, cookie: string) =>
    worker.call(callback, { headers: { ...from(), Cookie: cookie } })

  /** A sign-in up to its callback. */
  async function ready(email: string, sub?: string) {
    const { cookie, url } = await begin()
    return { cookie, callback: await passGoogle(url, asPerson(email, sub)) }
  }

  async function signIn(email: string, sub?: string): Promise<Answer> {
    const { cookie, callback } = await ready(email, sub)
    return finish(callback, cookie)
  }

  const me = async (answer: Answer) =>
    (await worker.call<User>('/api/user', { headers: { Cookie: sessionOf(answer) } })).body

  /** Returns a code that works now. */
  async function enableTwoFactor({ user }: Member): Promise<string> {
    const settings = readSettings(worker.settings)
    await worker.sql`insert into two_factors (user_id, encrypted_secret, enabled_at)
      values (${user.id}, ${await encryptSecret(settings, user.id, SECRET)}, now())`
    return new TOTP({ secret: SECRET }).generate()
  }

  const enterCode = (first: Answer, code: string) =>
    worker.post<User & ErrorBody>(
      '/api/login/two-factor',
      { code },
      { headers: { Cookie: cookieNamed('sign-in', first.headers), Origin: ORIGIN } },
    )

  return { begin, ready, finish, signIn, me, enableTwoFactor, enterCode }
}
