import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canRun, type Runtime, runtimeNames, runtimes } from '#tests/dev/ensure-tools.ts'
import { close, listen } from '#tests/dev/processes.ts'
import { printJson } from '#worker/docs/contract/json.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { type ApiRequest, TOKEN_PLACEHOLDER } from '#worker/docs/snippets/api-request.ts'
import { snippetsOf } from '#worker/docs/snippets/snippets.ts'

const body = {
  countryCode: 'DE',
  tin: "13 6695 'quoted' \\ back",
  name: 'Müller & Søn',
  source: false,
  maxAge: 3600,
  type: null,
  items: [{ customId: '1', note: 'a longer text, so that the literal does not fit on a single line' }],
}
const post: ApiRequest = {
  method: 'POST',
  path: '/api/tinproof/validate',
  needsToken: true,
  body,
  prints: ['result'],
}
const get: ApiRequest = { method: 'GET', path: '/api/tinproof/countries?a=1&b=2', needsToken: false }

const upload: ApiRequest = {
  method: 'POST',
  path: '/api/tinproof/batches/csv?name=Customers',
  needsToken: true,
  file: { name: 'customers.csv', type: 'text/csv' },
}
const remove: ApiRequest = {
  method: 'DELETE',
  path: '/api/tinproof/batches/1',
  needsToken: true,
  prints: false,
}
const csv = 'Country;VAT number\nDE;136695976\n'

type Received = { method: string; url: string; headers: IncomingHttpHeaders; text: string }

const refused = (code: string) => JSON.stringify({ code, message: 'No.', result: 'good' })

/** How the server fails a request with the token. One never gets a response. */
const failures: Readonly<Record<string, [status?: number, body?: string]>> = {
  limited: [429, refused('RATE_LIMITED')],
  repeated: [409, refused('IDEMPOTENCY_KEY_IN_USE')],
  broken: [502, '<html>Bad gateway</html>'],
  hanging: [],
  stalled: [200, 'half'],
}

let received: Received | undefined
const server = createServer((request, response) => {
  let sent = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    sent += chunk
  })
  request.on('end', () => {
    received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, text: sent }
    const [status, body] = failures[request.headers.authorization?.slice('Bearer '.length) ?? ''] ?? [200]
    if (status === undefined) return
    if (status === 200 && request.method === 'DELETE' && !body) response.writeHead(204).end()
    else if (body === 'half') response.writeHead(200, { 'content-length': 100 }).write(body)
    else response.writeHead(status).end(body ?? JSON.stringify({ result: 'good' }))
  })
})
let url: string
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => close(server))

const folder = mkdtempSync(join(tmpdir(), 'snippets-'))
writeFileSync(join(folder, 'customers.csv'), csv)

async function run(language: Runtime, request: ApiRequest, token = 'tp_test_1'): Promise<string> {
  const snippet = snippetsOf(request).find(({ id }) => id === language)?.text ?? ''
  const { run: command, file } = runtimes[language]
  // The timeout is 10 seconds.
  const code =
    token === 'hanging' || token === 'stalled' ? snippet.replaceAll(/\b10(_000)?\b/g, '1$1') : snippet
  const filled = code.replaceAll(exampleOrigin, url).replaceAll(TOKEN_PLACEHOLDER, token)
  writeFileSync(join(folder, file), filled)
  received = undefined
  const [name, ...options] = command
  const { stdout } = await promisify(execFile)(name, [...options, file], { cwd: folder })
  return stdout
}

const isDeep = (language: Runtime) => language !== 'bash' && language !== 'typescript'

for (const language of runtimeNames)
  describe.skipIf(!canRun(language))(
    `the snippet in ${language}`,
    { tags: isDeep(language) ? ['deep'] : [] },
    () => snippetTests(language),
  )

function snippetTests(language: Runtime) {
  it('sends the documented request and prints the result', async () => {
    expect(await run(language, post)).toContain('good')
    expect(received).toMatchObject({
      method: 'POST',
      url: '/api/tinproof/validate',
      headers: { authorization: 'Bearer tp_test_1', 'content-type': 'application/json' },
    })
    expect(JSON.parse(received?.text ?? '')).toEqual(body)
  })

  it('sends a request without a token or a body', async () => {
    expect(await run(language, get)).toContain('good')
    expect(received).toMatchObject({ method: 'GET', url: '/api/tinproof/countries?a=1&b=2', text: '' })
    expect(received?.headers.authorization).toBeUndefined()
  })

  it('uploads a file', async () => {
    expect(await run(language, upload)).toContain('good')
    expect(received).toMatchObject({ method: 'POST', headers: { 'content-type': 'text/csv' }, text: csv })
  })

  it('accepts a response without a body', async () => {
    await run(language, remove)
    expect(received).toMatchObject({ method: 'DELETE', url: '/api/tinproof/batches/1', text: '' })
  })

  it.skipIf(language === 'bash').each([
    ['limited', /429.*RATE_LIMITED/],
    ['repeated', /409.*IDEMPOTENCY_KEY_IN_USE/],
    ['broken', /502.*<html>Bad gateway/],
    ['hanging', /time/i],
    ['stalled', /time/i],
  ])('fails if the request is %s', { tags: 'deep' }, async (token, message) => {
    for (const request of token === 'stalled' ? [post] : [post, remove])
      await expect(run(language, request, token)).rejects.toThrow(message)
  })
}

it('saves a file with curl only if the request succeeds', async () => {
  const download = { ...get, needsToken: true, savesAs: 'export.zip' }
  await expect(run('bash', download, 'limited')).rejects.toThrow('429')
  expect(existsSync(join(folder, 'export.zip'))).toBe(false)
  await run('bash', download)
  expect(existsSync(join(folder, 'export.zip'))).toBe(true)
})

/** No Debian package compiles it. */
it('has the URL, the headers and the body in C#', () => {
  const snippet = (request: ApiRequest) => snippetsOf(request).find(({ id }) => id === 'csharp')?.text ?? ''
  const plain = { countryCode: 'DE', tin: '136695976' }
  const code = snippet({ ...post, body: plain })
  expect(code).toContain(`"${exampleOrigin}/api/tinproof/validate"`)
  expect(code).toContain(`"Authorization", "Bearer ${TOKEN_PLACEHOLDER}"`)
  expect(code).toContain('application/json')
  expect(code).toContain(printJson(plain))
  expect(snippet(upload)).toContain('"customers.csv"')
  expect(snippet(upload)).toMatch(/"text\/csv"/)
  expect(snippet(remove)).toMatch(/delete/i)
  expect(snippet(get)).not.toMatch(/Authorization|json"|StringContent|Content-Type/)
})

it('formats JSON so that it parses', () => {
  expect(JSON.parse(printJson(body))).toEqual(body)
  const value = { a: [1, -2.5, null, true, 'x: "y"'], b: {}, c: [], d: 'x'.repeat(80), e: { f: 'é' } }
  expect(JSON.parse(printJson(value))).toEqual(value)
})
