import { expect, inject, it } from 'vitest'
import { GOOGLE_CLIENT } from './google.ts'

it.each([
  'https://example.test/auth/google/callback',
  'http://localhost/elsewhere',
  'http://localhost.example.test/auth/google/callback',
])('never redirects to %s', async (redirectUri) => {
  const parameters = new URLSearchParams({
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const address = `${inject('fakesUrl')}/google/auth?${parameters}`
  const response = await fetch(address, { redirect: 'manual' })
  expect([response.status, response.headers.get('Location')]).toEqual([400, null])
})
