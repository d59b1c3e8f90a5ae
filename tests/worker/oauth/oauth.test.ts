import { env } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { mcpClients } from '#tests/dev/mcp-clients.ts'
import { GERMAN, type Member, ORIGIN, openWorker, refusal } from '#tests/worker/harness.ts'
import { MAX_BODY_BYTES } from '#worker/http/middleware.ts'
import { UNKNOWN_TOKENS } from '#worker/quota/authorization.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { openApp } from './app.ts'

const worker = await openWorker('oauth')
const url = new URL('/api/mcp', ORIGIN)

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const statusOf = async (token: string, from: Record<string, string> = {}) => {
  const accept = { Accept: 'application/json, text/event-stream' }
  const headers = { Authorization: `Bearer ${token}`, ...accept, ...from }
  const { status, body } = await worker.call<{ code?: string }>('/api/mcp', { body: listing, headers })
  return status === 200 ? 200 : body.code
}
const appsOf = async (member: Member) => {
  const { body } = await member.call<Token[]>(`/api/tokens?organizationId=${member.organization.id}`)
  return body.filter(({ isApp }) => isApp)
}

describe('an app', () => {
  it('finds out how to sign in, registers, and calls tools after a member allows it', async () => {
    const refused = await worker.post('/api/mcp', listing)
    const [, documentUrl = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('WWW-Authenticate') ?? '') ?? []
    const { body: resource } = await worker.call<{ authorization_servers: string[] }>(
      new URL(documentUrl).pathname,
    )
    expect(resource).toMatchObject({ resource: url.href, authorization_servers: [ORIGIN] })
    const { body: server } = await worker.call('/.well-known/oauth-authorization-server')
    expect(server).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/api/oauth/token`,
      registration_endpoint: `${ORIGIN}/api/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })

    const member = await worker.signUp()
    const app = await openApp(worker)
    expect((await app.describe(member)).body).toMatchObject({
      appName: 'Assistant',
      domain: null,
      redirectHost: 'app.example',
      isLocal: false,
      denyUrl: expect.stringMatching(
        /^https:\/\/app\.example\/callback\?error=access_denied.*&state=a\+state&iss=/,
      ),
    })
    expect(refusal(await app.allow(member))).toEqual([403, 'CONFIRMATION_REQUIRED'])
    await worker.confirmPassword(member)
    const { body } = await app.allow(member)
    const returned = new URL(body.redirectTo)
    expect(returned.href).toMatch(/^https:\/\/app\.example\/callback\?/)
    expect(Object.fromEntries(returned.searchParams)).toMatchObject({ state: 'a state', iss: ORIGIN })
    const { body: tokens } = await app.exchange(returned.searchParams.get('code') ?? '')
    for (const generation of ['1.x', '2.x'] as const) {
      const { call } = await mcpClients[generation]({
        url,
        token: tokens.access_token,
        fetch: (input, init) => worker.respond(new Request(input, init)),
      })
      expect((await call('validate_tax_id', GERMAN)).structuredContent).toMatchObject({ result: 'confirmed' })
    }

    await worker.settle()
    const [connected] = await appsOf(member)
    expect(connected).toMatchObject({ name: 'Assistant', createdBy: member.user.email, isApp: true })
    expect(
      await worker.sql`select token_id, count(*)::int from api_activities
        where organization_id = ${member.organization.id} group by 1`,
    ).toEqual([{ token_id: connected?.id, count: 2 }])
    expect(
      await worker.sql`select subject, after from audit_entries where event = 'app.connected'
        and organization_id = ${member.organization.id}`,
    ).toMatchObject([{ subject: 'Assistant', after: { redirectHost: 'app.example' } }])
    expect(JSON.stringify(await worker.sql`select * from audit_entries`)).not.toContain('tp_live_')
    // Its access token is for the MCP server alone.
    expect(refusal(await worker.validate(tokens.access_token))).toEqual([401, 'INVALID_TOKEN'])
  })

  it('finds that out in a browser, too', async () => {
    const paths = ['oauth-protected-resource/api/mcp', 'oauth-authorization-server']
    for (const path of paths) {
      const Origin = 'https://assistant.example'
      const preflight = { 'Access-Control-Request-Method': 'GET' }
      const named = { 'Access-Control-Request-Headers': 'mcp-protocol-version' }
      const { status, headers } = await worker.call(`/.well-known/${path}`, {
        method: 'OPTIONS',
        headers: { Origin, ...preflight, ...named },
      })
      const allowed = headers.get('Access-Control-Allow-Headers')
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, expect.stringMatching(/./)])
      expect(allowed).toMatch(/\*|MCP-Protocol-Version/)
    }
  })

  it('identifies itself by the address of its metadata', async () => {
    const member = await worker.signUp()
    const assistant = 'https://assistant.example'
    const clientId = `${assistant}/oauth/client.json`
    const document = {
      client_id: clientId,
      client_name: 'Assistant',
      redirect_uris: ['http://127.0.0.1/callback', `${assistant}/callback`, 'https://other.example/callback'],
      token_endpoint_auth_method: 'none',
    }
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(input instanceof Request ? input.url : input) === clientId
        ? Response.json(document)
        : fetch(input, init),
    )
    const app = await openApp(worker)
    const describe = async (redirect_uri: string) =>
      (await app.describe(member, app.request({ client_id: clientId, redirect_uri }))).body
    const domain = 'assistant.example'
    expect(await describe('http://127.0.0.1:4711/callback')).toMatchObject({ domain, isLocal: true })
    expect(await describe(`${assistant}/callback`)).toMatchObject({ domain, isLocal: false })
    // Somebody else may have placed the document there.
    expect(await describe('https://other.example/callback')).toMatchObject({ domain: null, isLocal: false })

    const redirect_uri = `${assistant}/callback`
    await worker.confirmPassword(member)
    const allowed = await app.allow(member, app.request({ client_id: clientId, redirect_uri }))
    const code = new URL(allowed.body.redirectTo).searchParams.get('code') ?? ''
    const { body } = await app.exchange(code, { client_id: clientId, redirect_uri })
    expect(await statusOf(body.access_token)).toBe(200)
    const refresh = { client_id: clientId, grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect((await app.post({ code: '', ...refresh })).status).toBe(200)
    await member.delete(`/api/tokens/${(await appsOf(member))[0]?.id}`)
    expect((await app.post(refresh)).body.error).toBe('invalid_grant')
    vi.restoreAllMocks()
  })

  it.each([
    ['is missing', () => new Response(null, { status: 404 })],
    [
      'is of another app',
      () =>
        Response.json({
          client_id: 'https://other.example/client.json',
          client_name: 'Assistant',
          redirect_uris: ['http://127.0.0.1/callback'],
          token_endpoint_auth_method: 'none',
        }),
    ],
    ['does not arrive', () => Promise.reject(new TypeError('unreachable'))],
  ])('is refused if its metadata %s', async (_, answer) => {
    const member = await worker.signUp()
    const clientId = 'https://assistant.example/oauth/client.json'
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(input instanceof Request ? input.url : input) === clientId ? answer() : fetch(input, init),
    )
    const app = await openApp(worker)
    const described = await app.describe(member, app.request({ client_id: clientId }))
    vi.restoreAllMocks()
    expect(refusal(described)).toEqual([422, 'INVALID_INPUT'])
    expect(described.body).toMatchObject({ message: "We couldn't verify this app. Try again later." })
  })

  it('is sent back by a scheme of its own, as Cursor is', async () => {
    const member = await worker.signUp()
    const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const app = await openApp(worker, { redirect_uris: [redirect_uri] })
    expect(app.registered.status).toBe(201)
    const request = app.request({ redirect_uri })
    expect((await app.describe(member, request)).body).toMatchObject({
      redirectHost: 'anysphere.cursor-mcp',
      isLocal: true,
    })
    await worker.confirmPassword(member)
    const returned = new URL((await app.allow(member, request)).body.redirectTo)
    expect(returned.href).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?/)
    const code = returned.searchParams.get('code') ?? ''
    const { access_token } = (await app.exchange(code, { redirect_uri })).body
    expect(await statusOf(access_token)).toBe(200)
  })

  it('keeps its name harmless', { tags: 'deep' }, async () => {
    const member = await worker.signUp()
    const asked: string[] = []
    for (const client_name of [
      'default',
      'x',
      '🚀🚀',
      '\u3164\u115f\u2800',
      `\u202eEvil\n${'y'.repeat(100)}`,
    ]) {
      const app = await openApp(worker, { client_name })
      asked.push((await app.describe(member)).body.appName)
      expect(await statusOf((await app.connect(member)).access_token)).toBe(200)
    }
    const names = (await appsOf(member)).map(({ name }) => name)
    expect(names.sort()).toEqual(['App', 'App default', 'App x', 'App 🚀🚀', `Evil${'y'.repeat(60)}`].sort())
    expect(asked.sort()).toEqual(names)
  })

  it('gets new tokens, and stays connected while it does', async () => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    const { refresh_token } = await app.connect(member)
    await worker.sql`update api_tokens set expires_at = now() + interval '1 day' where oauth_client_id is not null`
    const { body } = await app.refresh(refresh_token)
    expect(await statusOf(body.access_token)).toBe(200)
    const [{ expiresAt } = { expiresAt: null }] = await appsOf(member)
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  })
})

it('signs itself out with its refresh token, and no other app does so', { tags: 'deep' }, async () => {
  const member = await worker.signUp()
  const app = await openApp(worker)
  const { access_token, refresh_token } = await app.connect(member)
  await (await openApp(worker)).post({ token: refresh_token })
  expect(await statusOf(access_token)).toBe(200)
  await app.post({ token: access_token })
  expect(await appsOf(member)).toHaveLength(1)
  const { body } = await app.refresh(refresh_token)
  await worker.fault({ service: 'neon', content: 'delete from "api_tokens"', times: 1 })
  // KV may still return what was deleted.
  const kv = vi.spyOn(env.OAUTH_KV, 'delete').mockResolvedValue()
  expect((await app.post({ token: body.refresh_token, token_type_hint: 'refresh_token' })).status).toBe(200)
  kv.mockRestore()
  await worker.settle()
  expect(await appsOf(member)).toEqual([])
  expect(await statusOf(body.access_token)).toBe('INVALID_TOKEN')
  const events = await worker.sql<{ event: string }>`select event from audit_entries where event like 'app.%'
    and organization_id = ${member.organization.id} order by id`
  expect(events.map(({ event }) => event)).toEqual(['app.connected', 'app.disconnected'])
})

describe('a member', () => {
  it('decides for an organization of their own', async () => {
    const member = await worker.signUp()
    const stranger = await worker.signUp()
    const app = await openApp(worker)
    await worker.confirmPassword(member)
    const other = stranger.organization.id
    expect(refusal(await app.allow(member, app.request(), other))).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
    await worker.sql`update organizations set two_factor_required_at = now() - interval '1 year' where id = ${other}`
    await worker.join(member, other, 'member')
    await worker.sql`update organization_memberships set created_at = now() - interval '1 year' where user_id = ${member.user.id}`
    expect(refusal(await app.allow(member, app.request(), other))).toEqual([
      403,
      'ORGANIZATION_NEEDS_TWO_FACTOR',
    ])
    expect(await appsOf(member)).toEqual([])
  })

  type End = (member: Member) => Promise<unknown>
  const endsIt = async (_: string, end: End) => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    const unused = await app.codeOf(member)
    const { access_token, refresh_token } = await app.connect(member)
    expect(await statusOf(access_token)).toBe(200)
    await end(member)
    await worker.settle()
    expect(await statusOf(access_token)).toBe('INVALID_TOKEN')
    expect((await app.refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect((await app.exchange(unused)).body.error).toBe('invalid_grant')
    expect(
      await worker.sql`select from api_tokens where organization_id = ${member.organization.id} and oauth_client_id is not null`,
    ).toEqual([])
  }
  const ended = 'ends it, and no token of it works: %s'
  it.each(
    Object.entries<End>({
      'revokes it': async (member) => {
        for (const { id } of await appsOf(member)) await member.delete(`/api/tokens/${id}`)
      },
      'has a suspended organization': ({ organization }) =>
        worker.updateOrganization(organization.id, { status: 'SUSPENDED' }),
    }),
  )(ended, endsIt)
  it.each(
    Object.entries<End>({
      leaves: async (member) => {
        const { id } = member.organization
        await worker.colleague(id, 'admin')
        await member.post('/api/organization/leave', { organizationId: id })
      },
      'is disabled': ({ user }) =>
        worker.administrator.patch(`/api/admin/users/${user.id}`, { disabled: true, reason: 'A test' }),
      'deletes the organization': (member) =>
        member.call('/api/organization', {
          method: 'DELETE',
          body: { organizationId: member.organization.id, name: member.organization.name },
        }),
    }),
  )(ended, { tags: 'deep' }, endsIt)

  it.each([true, false])('is removed with their apps, and with their tokens: %s', async (revokeTokens) => {
    const admin = await worker.signUp()
    const organizationId = admin.organization.id
    const member = await worker.colleague(organizationId)
    const own = { ...member, organization: admin.organization }
    const { token } = await own.createToken({ organizationId })
    const { access_token } = await (await openApp(worker)).connect(own)
    await admin.delete('/api/organization/remove-member', {
      organizationId,
      userId: member.user.id,
      revokeTokens,
    })
    await worker.settle()
    expect(await statusOf(access_token)).toBe('INVALID_TOKEN')
    expect(await statusOf(token)).toBe(revokeTokens ? 'INVALID_TOKEN' : 200)
  })
})

describe('an attacker', () => {
  const long = [`${'a'.repeat(600)}:b:c`, `a:${'b'.repeat(600)}:c`]
  const stolen = 'https://evil.example/callback'
  it.each([
    ['another redirect', { redirect_uri: stolen }],
    ['an unknown app', { client_id: 'unknown' }],
    ['a script as redirect', { redirect_uri: 'javascript:alert(1)' }],
  ])('redirects nobody with %s', async (_, changes) => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    await worker.confirmPassword(member)
    for (const answer of [
      await app.describe(member, app.request(changes)),
      await app.allow(member, app.request(changes)),
    ]) {
      expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
      expect(JSON.stringify(answer.body)).not.toContain('redirectTo')
      expect(answer.body).toMatchObject({ message: expect.stringContaining('then add it again') })
    }
  })

  it.each([
    ['no PKCE', { code_challenge: '' }, 'PKCE'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'PKCE'],
    ['a token in place of a code', { response_type: 'token' }, 'response_type'],
    ["another server's resource", { resource: 'https://evil.example/mcp' }, 'resource'],
  ])('gets nothing with %s, and no visitor through us', async (_, changes, reason) => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    const answer = await app.describe(member, app.request(changes))
    expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body).toEqual(expect.not.objectContaining({ redirectTo: expect.anything() }))
    expect(answer.body).toMatchObject({
      message: expect.stringMatching(`accept this app's request.*${reason}`),
    })
  })

  it('registers no dangerous redirect', async () => {
    for (const uri of ['javascript:alert(1)', 'http://evil.example/', 'data:text/html,x'])
      expect((await openApp(worker, { redirect_uris: [uri] })).registered.status).toBe(400)
  })

  it('uses a code of another app, with another verifier or redirect, in vain', async () => {
    const member = await worker.signUp()
    const [app, other] = [await openApp(worker), await openApp(worker)]
    const code = await app.codeOf(member)
    const attempts = [
      await other.exchange(code),
      await app.exchange(code, { code_verifier: 'w'.repeat(64) }),
      await app.exchange(code, { redirect_uri: stolen }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  it('makes us fetch no URL', async () => {
    const app = await openApp(worker)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const client_id = 'https://victim.example/client.json'
    const refresh = { grant_type: 'refresh_token', refresh_token: 'a:b:c' }
    const named = [
      await app.post({ client_id, ...refresh }),
      await app.exchange('a:b:c', { client_id }),
      await app.exchange('', { client_id }),
    ]
    expect(named.map(({ body }) => body.error)).toEqual(['invalid_grant', 'invalid_grant', 'invalid_grant'])
    const basic = await worker.call<{ error: string }>('/api/oauth/token', {
      method: 'POST',
      raw: new URLSearchParams(refresh).toString(),
      headers: {
        Authorization: `Basic ${btoa(`${encodeURIComponent(client_id)}:`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    })
    expect(basic.body.error).toBe('invalid_client')
    // Nothing is left to revoke.
    expect((await app.post({ client_id, token: 'a:b:c' })).status).toBe(200)
    const urls = fetched.mock.calls.map(([input]) => String(input instanceof Request ? input.url : input))
    expect(urls).not.toContain(client_id)
    vi.restoreAllMocks()
  })

  it('ends the app by sending a code again', async () => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    const code = await app.codeOf(member)
    const { body } = await app.exchange(code)
    expect(await appsOf(member)).toHaveLength(1)
    expect((await app.exchange(code)).body.error).toBe('invalid_grant')
    expect(await statusOf(body.access_token)).toBe('INVALID_TOKEN')
    expect(await appsOf(member)).toEqual([])
  })

  it('guesses no token', async () => {
    for (const token of ['a:b:c', 'x'.repeat(5_000), 'tp_live_', '%00', ...long])
      expect(await statusOf(token)).toBe('INVALID_TOKEN')
  })

  it('guesses a limited number of tokens, while tokens that were used before still work', async () => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    const { body } = await app.exchange(await app.codeOf(member))
    const { body: other } = await app.exchange(await app.codeOf(member))
    const from = { 'CF-Connecting-IP': '198.51.100.77' }
    expect(await statusOf(body.access_token, from)).toBe(200)
    const guesses = Array.from({ length: UNKNOWN_TOKENS.calls }, (_, index) => `1:2:${index}`)
    for (const guess of guesses) expect(await statusOf(guess, from)).toBe('INVALID_TOKEN')
    expect(await statusOf('1:2:last', from)).toBe('RATE_LIMITED')
    expect(await statusOf(other.access_token, from)).toBe('RATE_LIMITED')
    expect(await statusOf(body.access_token, from)).toBe(200)
    expect(await statusOf(other.access_token)).toBe(200)
  })

  it.each(long)('is refused with an ID that no storage takes: %#', async (secret) => {
    const member = await worker.signUp()
    const app = await openApp(worker)
    expect(refusal(await app.describe(member, app.request({ client_id: secret })))).toEqual([
      422,
      'INVALID_INPUT',
    ])
    const answers = [
      await app.post({ client_id: secret, grant_type: 'refresh_token', refresh_token: 'a:b:c' }),
      await app.exchange(secret),
      await app.refresh(secret),
      await app.post({ token: secret }),
    ]
    expect(answers.map(({ status, body }) => [status, body?.error])).toEqual([
      [401, 'invalid_client'],
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
      [200, undefined],
    ])
  })
})

it('lists an app only for as long as its code is valid, until it is exchanged', async () => {
  const member = await worker.signUp()
  const app = await openApp(worker)
  await app.codeOf(member)
  await worker.sql`update api_tokens set expires_at = now() where oauth_client_id is not null`
  expect(await appsOf(member)).toEqual([])
})

it.each([
  ['expired', `update api_tokens set expires_at = now() where organization_id = $1`],
  [
    'came from an organization that is suspended',
    `update organizations set status = 'SUSPENDED' where id = $1`,
  ],
])('connects no app with a code that %s', async (_, change) => {
  const member = await worker.signUp()
  const app = await openApp(worker)
  const code = await app.codeOf(member)
  await worker.sql(change, [member.organization.id])
  expect((await app.exchange(code)).body.error).toBe('invalid_grant')
})

it('tells an app to try again while the database is down, so that nobody has to sign in again', async () => {
  const app = await openApp(worker)
  const { refresh_token } = await app.connect(await worker.signUp())
  const { status, body } = await worker.during({ service: 'neon' }, () => app.refresh(refresh_token))
  expect([status, body.error, body.code]).toEqual([503, 'temporarily_unavailable', 'SERVICE_UNAVAILABLE'])
  expect((await app.refresh(refresh_token)).status).toBe(200)
})

it.each([
  ['fails', () => Promise.reject(new Error('KV GET failed: 503 Service Unavailable'))],
  ['hangs', () => new Promise<never>(() => {})],
])('so also while KV %s', { tags: 'deep' }, async (_, get) => {
  const app = await openApp(worker)
  const { access_token, refresh_token } = await app.connect(await worker.signUp())
  const kv = vi.spyOn(env.OAUTH_KV, 'get').mockImplementation(get)
  const { status, body } = await app.refresh(refresh_token)
  expect([status, body.error, body.code]).toEqual([503, 'temporarily_unavailable', 'SERVICE_UNAVAILABLE'])
  expect(await statusOf(access_token)).toBe('SERVICE_UNAVAILABLE')
  kv.mockRestore()
  expect((await app.refresh(refresh_token)).status).toBe(200)
})

it.each([
  ['POST', '/api/oauth/token', 401, 'invalid_client', 'a=b'],
  ['POST', '/api/oauth/token', 413, 'invalid_request', 'x'.repeat(MAX_BODY_BYTES + 1)],
  ['GET', '/api/oauth/token', 405, 'invalid_request'],
  ['POST', '/api/oauth/register', 400, 'invalid_client_metadata', '{}'],
  ['GET', '/.well-known/oauth-authorization-server', 200, undefined],
  ['PUT', '/.well-known/oauth-protected-resource/api/mcp', 405, 'METHOD_NOT_ALLOWED'],
  ['GET', '/.well-known/oauth-protected-resource', 404, 'ROUTE_NOT_FOUND'],
])('%s %s answers %d with a request ID and %s', async (method, path, status, error, raw?: string) => {
  const form = 'application/x-www-form-urlencoded'
  const type = path.endsWith('token') ? form : 'application/json'
  const headers = { 'Content-Type': type }
  const sent = { method, headers, ...(raw && { raw }) }
  const answer = await worker.call<{ error?: string; code?: string }>(path, sent)
  expect([answer.status, answer.body.error ?? answer.body.code]).toEqual([status, error])
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/)
  if (status === 413) expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

it('ends access tokens after an hour', async () => {
  const member = await worker.signUp()
  const { access_token } = await (await openApp(worker)).connect(member)
  vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] })
  expect(await statusOf(access_token)).toBe('INVALID_TOKEN')
  vi.useRealTimers()
})
