import { expect, inject, it } from 'vitest'
import { GOOGLE_CLIENT } from './google.ts'

const base = `${inject('fakesUrl')}/google`

const parameters = {
  client_id: GOOGLE_CLIENT.id,
  redirect_uri: 'http://localhost:5173/auth/google/callback',
  response_type: 'code',
  scope: 'openid email profile',
  state: 'state',
  nonce: 'nonce',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
}

const authorize = (change: Record<string, string>) =>
  fetch(`${base}/auth?${new URLSearchParams({ ...parameters, ...change }).toString()}`, {
    redirect: 'manual',
  })

it('describes itself as an OpenID Connect provider', async () => {
  const response = await fetch(`${base}/.well-known/openid-configuration`)
  expect(await response.json()).toMatchObject({
    issuer: base,
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/jwks`,
    id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    code_challenge_methods_supported: ['S256'],
  })
})

it('publishes only its public key', async () => {
  const { keys } = (await (await fetch(`${base}/jwks`)).json()) as { keys: Record<string, string>[] }
  expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })])
  expect(keys[0]).not.toHaveProperty('d')
})

it.each(['http://localhost:4173', 'http://127.0.0.1:9000', 'http://[::1]:80', 'http://localhost'])(
  'asks for an email and allows a redirect to %s',
  async (origin) => {
    const response = await authorize({ redirect_uri: `${origin}/auth/google/callback` })
    const interaction = new URL(response.headers.get('Location') ?? '', base).href
    expect(interaction).toMatch(`${base}/interaction/`)
    const page = await fetch(interaction)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="email"')])
  },
)

it.each([
  'https://example.test/auth/google/callback',
  'http://localhost/elsewhere',
  'http://localhost.example.test/auth/google/callback',
])('never redirects to %s', async (redirectUri) => {
  const response = await authorize({ redirect_uri: redirectUri })
  expect([response.status, response.headers.get('Location')]).toEqual([400, null])
})

it('requires PKCE', async () => {
  const response = await authorize({ code_challenge: '', code_challenge_method: '' })
  expect(new URL(response.headers.get('Location') ?? '').searchParams.get('error')).toBe('invalid_request')
})

it('refuses a wrong secret and an unknown code', async () => {
  const exchange = (change: Record<string, string>) =>
    fetch(`${base}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'unknown',
        redirect_uri: parameters.redirect_uri,
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        code_verifier: 'x'.repeat(43),
        ...change,
      }),
    })
  const wrong = await exchange({ client_secret: 'wrong' })
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }])
  const unknown = await exchange({})
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: 'invalid_grant' }])
})
