import { expect, inject, it } from 'vitest'
import { GOOGLE_CLIENT } from './google.ts'

const authorization = (redirectUri: string) =>
  `${inject('fakesUrl')}/google/auth?${new URLSearchParams({
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })}`

it.each([
  'https://example.test/auth/google/callback',
  'http://localhost/elsewhere',
  'http://localhost.example.test/auth/google/callback',
])('never redirects to %s', async (redirectUri) => {
  const response = await fetch(authorization(redirectUri), { redirect: 'manual' })
  expect([response.status, response.headers.get('Location')]).toEqual([400, null])
})

it('signs a browser in with a second address', async () => {
  const base = inject('fakesUrl')
  const cookies = new Map<string, string>()
  const visit = async (address: string, init: RequestInit = {}) => {
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(new URL(address, base), {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, Cookie },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const locationOf = (response: Response) => response.headers.get('Location') ?? ''
  const signIn = async (email: string) => {
    const page = locationOf(await visit(authorization('http://localhost/auth/google/callback')))
    return await visit(locationOf(await visit(`${page}/login?email=${email}`)))
  }
  const callback = /^http:\/\/localhost\/auth\/google\/callback\?code=/
  expect(locationOf(await signIn('one@example.test'))).toMatch(callback)
  expect(locationOf(await signIn('two@example.test'))).toMatch(callback)
})
