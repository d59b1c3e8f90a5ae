import { describe, expect, it } from 'vitest'
import { mcpClients } from '#tests/dev/mcp-clients.ts'
import { type Call, captureLogs, GERMAN, ORIGIN, openWorker, refusal } from '#tests/worker/harness.ts'
import guide from '#worker/docs/guides/mcp.md?raw'
import { answerMcp } from '#worker/mcp/server.ts'
import type { CreateToken } from '#worker/tokens/input-contract.ts'

const worker = await openWorker('mcp')
const url = new URL('/api/mcp', ORIGIN)
const fetch = (input: string | URL, init?: RequestInit) => worker.respond(new Request(input, init))

async function customer(input: Partial<CreateToken> = {}) {
  const member = await worker.signUp()
  const { token, id } = await member.createToken({ permissions: { read: true, validation: true }, ...input })
  const connect = (generation: keyof typeof mcpClients = '2.x') =>
    mcpClients[generation]({ url, token, fetch })
  const send = (body: unknown = listing, headers: Record<string, string> = {}) =>
    post(token, { body }, headers)
  return { member, token, id, connect, send }
}

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const post = (token: string, call: Call, headers: Record<string, string> = {}) =>
  worker.call('/api/mcp', {
    method: 'POST',
    ...call,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream', ...headers },
  })

const danish = { countryCode: 'DK', tin: '13612870' }

describe.each(['1.x', '2.x'] as const)('a client of SDK %s', (generation) => {
  const variant = { tags: generation === '1.x' ? ['deep'] : [] }

  it('lists and calls every tool, and is charged like the API', variant, async () => {
    const { member, token, id, connect } = await customer()
    const { tools, call } = await connect(generation)
    const started = await call('start_batch', { name: 'Suppliers', items: [danish] })
    await worker.call('/api/tinproof/monitors', {
      body: { ...danish, every: 'week' },
      headers: { Authorization: `Bearer ${token}` },
    })
    const recorded = await worker.validate<{ recordId: string }>(token, { ...danish, record: true })
    const { recordId } = recorded.body
    const { id: batchId } = started.structuredContent as { id: string }
    const called = {
      start_batch: started,
      get_batch: await call('get_batch', { batchId }),
      validate_tax_id: await call('validate_tax_id', GERMAN),
      validate_tax_ids: await call('validate_tax_ids', {
        items: [
          { ...GERMAN, customId: 'a' },
          { countryCode: 'QQ', tin: '1' },
        ],
      }),
      explain_tax_id_format: await call('explain_tax_id_format', { countryCode: 'de' }),
      find_country_of_number: await call('find_country_of_number', { tin: 'DE136695976' }),
      list_countries: await call('list_countries', { random_string: 'as Cursor sends it' }),
      list_monitors: await call('list_monitors', { state: 'active' }),
      get_record: await call('get_record', { recordId }),
      register_status: await call('register_status', { countryCode: 'FR' }),
    }
    const listed = await tools()
    expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(called).sort())
    // Python's client refuses a tool with a pattern that it can't compile.
    expect(JSON.stringify(listed)).not.toContain('\\\\p{')
    for (const { name, annotations } of listed) {
      expect(guide).toContain(`| \`${name}\` |`)
      expect(annotations).toMatchObject({ destructiveHint: false, readOnlyHint: name !== 'start_batch' })
    }
    const outputs = Object.entries(called).map(([name, { structuredContent }]) => [name, structuredContent])
    expect(Object.fromEntries(outputs)).toMatchObject({
      start_batch: { name: 'Suppliers', rows: 1 },
      get_batch: { batch: { id: batchId, state: 'processing' }, results: [], next: null },
      validate_tax_id: { result: 'confirmed', additionalInfo: { register: 'VIES' } },
      validate_tax_ids: {
        results: [
          { customId: 'a', response: { result: 'confirmed' }, error: null },
          { customId: null, response: null, error: { code: 'UNSUPPORTED_COUNTRY' } },
        ],
      },
      explain_tax_id_format: {
        code: 'DE',
        types: expect.arrayContaining([expect.objectContaining({ id: 'DE.VAT' })]),
      },
      find_country_of_number: { total: 1, countries: [{ countryCode: 'DE', formatted: 'DE136695976' }] },
      list_countries: {
        countries: expect.arrayContaining([expect.objectContaining({ code: 'DE', name: 'Germany' })]),
      },
      list_monitors: { monitors: [{ tin: danish.tin, every: 'week' }], next: null, monitorCount: 1 },
      get_record: { id: recordId, result: 'confirmed', response: { countryCode: 'DK' } },
      register_status: { registers: [{ country: 'FR' }, { country: 'FR' }] },
    })
    expect(called.validate_tax_id.content).toMatchObject([
      { text: 'DE 136695976: confirmed. VIES lists this number as registered for VAT or sales tax.' },
      { text: JSON.stringify(called.validate_tax_id.structuredContent) },
    ])

    await worker.settle()
    const organizationId = member.organization.id
    expect(
      await worker.sql`select token_id, endpoint, status_code from api_activities
        where organization_id = ${organizationId} order by endpoint, status_code`,
    ).toEqual([
      { token_id: id, endpoint: '/api/tinproof/batches', status_code: 202 },
      { token_id: id, endpoint: '/api/tinproof/validate', status_code: 200 },
      { token_id: id, endpoint: '/api/tinproof/validate', status_code: 200 },
      { token_id: id, endpoint: '/api/tinproof/validate', status_code: 200 },
      { token_id: id, endpoint: '/api/tinproof/validate', status_code: 422 },
    ])
    expect(
      await worker.sql`select used_count from organization_quotas where organization_id = ${organizationId}`,
    ).toEqual([{ used_count: 4 }])
  })

  it('starts a batch once if it repeats the call with its idempotency key', variant, async () => {
    const { call } = await (await customer()).connect(generation)
    const start = async () => {
      const started = await call('start_batch', { items: [danish], idempotencyKey: 'one' })
      return (started.structuredContent as { id: string }).id
    }
    const id = await start()
    await worker.settle()
    expect(await start()).toBe(id)
  })

  it('sees which monitors and records are of test tokens', variant, async () => {
    const { member, token, connect } = await customer()
    const test = await member.createToken({ live: false, permissions: { read: true, validation: true } })
    for (const [by, number] of [
      [test.token, GERMAN],
      [token, danish],
    ] as const)
      await worker.call('/api/tinproof/monitors', {
        body: { ...number, every: 'week' },
        headers: { Authorization: `Bearer ${by}` },
      })
    const { call } = await connect(generation)
    const { content } = await call('list_monitors')
    expect(content).toMatchObject([
      {
        text: `1 of 10 monitors used.\nDK ${danish.tin} not checked yet\nDE 136695976 not checked yet (test)`,
      },
      {},
    ])
    const { recordId } = (
      await worker.validate<{ recordId: string }>(test.token, { ...GERMAN, record: true })
    ).body
    expect(await call('get_record', { recordId })).toMatchObject({
      content: [{ text: expect.stringMatching(/: confirmed at .* \(test\)\.$/) }, {}],
    })
  })

  it('finds the registers of a country, Greece also by the prefix of its VAT numbers', variant, async () => {
    const { connect } = await customer()
    const { call } = await connect(generation)
    const { structuredContent } = await call('explain_tax_id_format', { countryCode: 'EL' })
    expect(structuredContent).toMatchObject({ code: 'GR', name: 'Greece' })
    expect(await call('explain_tax_id_format', { countryCode: 'BM' })).toMatchObject({
      content: [{ text: 'Bermuda: no tax IDs are issued.' }, {}],
    })
    expect(await call('register_status', { countryCode: 'el' })).toMatchObject({
      structuredContent: { registers: expect.arrayContaining([expect.objectContaining({ id: 'vies:EL' })]) },
    })
    expect(await call('register_status', { countryCode: 'US' })).toMatchObject({
      content: [{ text: 'There is no register for US.' }, {}],
    })
  })

  it('may send null for what it leaves out', variant, async () => {
    const { connect } = await customer()
    const { call } = await connect(generation)
    const { structuredContent } = await call('validate_tax_id', { ...GERMAN, type: null, name: null })
    expect(structuredContent).toMatchObject({ result: 'confirmed' })
    const items = [{ ...GERMAN, customId: null, name: null }]
    expect((await call('validate_tax_ids', { items, source: null })).structuredContent).toMatchObject({
      results: [{ customId: null, response: { result: 'confirmed' } }],
    })
    const { content } = await call('validate_tax_id', { ...GERMAN, countryCode: null })
    expect(JSON.stringify(content)).toContain('countryCode is required')
  })

  it('reads the code of an error', variant, async () => {
    const { connect } = await customer()
    const { call } = await connect(generation)
    const others = await (await customer()).connect()
    const batch = await others.call('start_batch', { items: [danish] })
    const { id } = batch.structuredContent as { id: string }
    const refused = async (name: string, input: Record<string, unknown>) => {
      const { isError, content } = await call(name, input)
      return [isError, JSON.stringify(content)]
    }
    const error = (code: string) => [true, expect.stringContaining(code)]
    expect(await refused('get_batch', { batchId: id })).toEqual(error('BATCH_NOT_FOUND'))
    expect(await refused('explain_tax_id_format', { countryCode: 'RE' })).toEqual(
      error('UNSUPPORTED_COUNTRY: Tax IDs in Réunion are those of France. Send FR as the country.'),
    )
    expect(await refused('validate_tax_id', { ...GERMAN, type: 'DE.NONE' })).toEqual(error('INVALID_INPUT'))
    expect(await refused('validate_tax_id', { tin: '1' })).toEqual(error('countryCode is required'))
    const misnamed = { ...GERMAN, companyName: 'Example GmbH' }
    expect(await refused('validate_tax_id', misnamed)).toEqual(error('unknown field'))
    expect(await refused('validate_tax_ids', { items: [misnamed] })).toEqual(error('unknown field'))
    const items = Array.from({ length: 51 }, () => GERMAN)
    expect(await refused('validate_tax_ids', { items })).toEqual(error('at most 50 items'))
    const repeatable = { items: [danish], idempotencyKey: 'a\nb' }
    expect(await refused('start_batch', repeatable)).toEqual(error('must not contain control characters'))
  })
})

describe('a message', () => {
  it.each([
    ['no JSON', { raw: '{' }, 400, undefined],
    ['no message', { body: 1 }, 400, undefined],
    ['a batch of messages', { body: [listing, listing] }, 422, 'INVALID_INPUT'],
    ['too large', { raw: JSON.stringify({ ...listing, x: 'x'.repeat(70_000) }) }, 413, 'BODY_TOO_LARGE'],
    ['a form', { raw: 'a=1', headers: { 'Content-Type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('is refused: %s', async (_, { headers, ...call }: Call, status, code) => {
    const { token } = await customer()
    expect(refusal(await post(token, call, headers))).toEqual([status, code])
  })

  it('opens no stream', async () => {
    const { send } = await customer()
    const prefix = 'io.modelcontextprotocol/'
    const _meta = { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: {} }
    const listen = { ...listing, method: 'subscriptions/listen', params: { _meta, notifications: {} } }
    const { body } = await send(listen, { 'Mcp-Method': listen.method, 'MCP-Protocol-Version': '2026-07-28' })
    expect(body).toMatchObject({ error: { message: 'Subscription limit reached' } })
  })

  it('announces no changes of the tools, in an answer that no cache stores', async () => {
    const { send } = await customer()
    const clientInfo = { name: 'Assistant', version: '1.0.0' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const { body, headers } = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(headers.get('Cache-Control')).toBe('no-store, no-transform')
    expect(body).toContain('"capabilities":{"tools":{"listChanged":false}}')
  })

  it('comes from any website, with a token', async () => {
    const { send } = await customer()
    const Origin = 'https://client.example'
    const { status, headers } = await send(listing, { Origin })
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*'])
    const preflight = await worker.call('/api/mcp', {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('MCP-Protocol-Version')
  })
})

it('answers an unexpected error with INTERNAL and without its text, and logs it', async () => {
  const lines = captureLogs()
  const params = { name: 'list_countries', arguments: {} }
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const answer = await answerMcp(new Request(url, { method: 'POST', headers, body }), () =>
    Promise.reject(new Error('select secret')),
  )
  const text = await answer.text()
  expect(text).toContain('INTERNAL: Something went wrong on our side. Try again.')
  expect(text).not.toContain('secret')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ what: 'tool: list_countries' }])
})

describe('a token', () => {
  it('is needed, and a session does not replace it', async () => {
    const { member } = await customer()
    const answers = [await worker.post('/api/mcp', listing), await member.post('/api/mcp', listing)]
    expect(answers.map(refusal)).toEqual([
      [401, 'TOKEN_REQUIRED'],
      [401, 'TOKEN_REQUIRED'],
    ])
  })

  it('accepts only its allowed addresses, also for the call of a tool', async () => {
    const { member, token, send, id } = await customer()
    await member.patch(`/api/tokens/${id}`, { allowedIps: ['203.0.113.7'] })
    const tool = { ...listing, method: 'tools/call', params: { name: 'validate_tax_id', arguments: GERMAN } }
    expect(refusal(await send(tool, { 'CF-Connecting-IP': '198.51.100.9' }))).toEqual([403, 'IP_NOT_ALLOWED'])
    const allowed = await post(token, { body: tool }, { 'CF-Connecting-IP': '203.0.113.7' })
    expect(JSON.stringify(allowed.body)).toContain('confirmed')
  })

  it('spends no more than the quota', async () => {
    const { member, connect } = await customer()
    await worker.sql`update organization_quotas set used_count = monthly_limit - 1
      where organization_id = ${member.organization.id}`
    const { call } = await connect()
    const { structuredContent } = await call('validate_tax_ids', { items: [GERMAN, danish] })
    const { results } = structuredContent as { results: { error: { code: string } | null }[] }
    expect(results.map(({ error }) => error?.code).sort()).toEqual(['QUOTA_EXCEEDED', undefined])
  })

  it('simulates registers if it is a test token', async () => {
    const { connect } = await customer({ live: false })
    const { call } = await connect()
    expect((await call('validate_tax_id', GERMAN)).structuredContent).toMatchObject({ live: false })
  })
})
