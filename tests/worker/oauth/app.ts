import type { Member, TestWorker } from '#tests/worker/harness.ts'
import type { Consent } from '#worker/oauth/contract.ts'

type Described = Consent & { redirectTo: string }
type Tokens = { access_token: string; refresh_token: string; error?: string; code?: string }

const REDIRECT = 'https://app.example/callback'
const VERIFIER = 'v'.repeat(64)

type Worker = Pick<TestWorker, 'call' | 'post' | 'confirmPassword'>

/** An app that registers itself, and what it sends. */
export async function openApp(worker: Worker, metadata: object = {}) {
  const registered = await worker.post<{ client_id: string; code?: string }>('/api/oauth/register', {
    client_name: 'Assistant',
    redirect_uris: [REDIRECT, 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...metadata,
  })
  const clientId = registered.body.client_id
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))
  const code_challenge = Buffer.from(digest).toString('base64url')

  /** The query that the browser brings to /oauth/authorize. */
  const request = (changes: Record<string, string> = {}) =>
    new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      state: 'a state',
      code_challenge,
      code_challenge_method: 'S256',
      resource: 'http://localhost/api/mcp',
      ...changes,
    }).toString()

  const post = (fields: Record<string, string>) =>
    worker.call<Tokens>('/api/oauth/token', {
      method: 'POST',
      raw: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const exchange = (code: string, changes: Record<string, string> = {}) =>
    post({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    })
  const allow = (member: Member, query = request(), organizationId = member.organization.id) =>
    member.post<Described & { code: string }>('/api/oauth/consent', { request: query, organizationId })
  /** Allows the app, and returns its code. */
  const codeOf = async (member: Member) => {
    await worker.confirmPassword(member)
    const { body } = await allow(member)
    return new URL(body.redirectTo).searchParams.get('code') ?? ''
  }
  return {
    registered,
    request,
    exchange,
    allow,
    codeOf,
    post,
    describe: (member: Member, query = request()) =>
      member.call<Described & { code: string }>(
        `/api/oauth/consent?${new URLSearchParams({ request: query })}`,
      ),
    refresh: (token: string) => post({ grant_type: 'refresh_token', refresh_token: token }),
    connect: async (member: Member) => (await exchange(await codeOf(member))).body,
  }
}
