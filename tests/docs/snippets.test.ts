import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printJson } from '#worker/docs/contract/json.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { type ApiRequest, TOKEN_PLACEHOLDER } from '#worker/docs/snippets/api-request.ts'
import { type LanguageId, snippetsOf } from '#worker/docs/snippets/snippets.ts'

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
  path: '/api/tinproof/batches?name=Customers',
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

let received: Received | undefined
const server = createServer((request, response) => {
  let sent = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    sent += chunk
  })
  request.on('end', () => {
    received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, text: sent }
    const isRefused = request.headers.authorization?.includes('refused') === true
    if (request.method === 'DELETE' && !isRefused) {
      response.writeHead(204).end()
      return
    }
    response.writeHead(isRefused ? 429 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(isRefused ? { code: 'RATE_LIMITED', message: 'Too many.' } : { result: 'good' }),
    )
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const folder = mkdtempSync(join(tmpdir(), 'snippets-'))
writeFileSync(join(folder, 'customers.csv'), csv)
const exists = (command: string) => spawnSync(command, ['--version']).error === undefined

/** How to run a file of the language, where this machine can. */
const runners: Partial<Record<LanguageId, [command: string, file: string]>> = {
  bash: ['bash', 'example.sh'],
  typescript: [process.execPath, 'example.ts'],
  python: ['python3', 'example.py'],
  php: ['php', 'example.php'],
}
const runnable = Object.entries(runners).filter(([, [command]]) => exists(command))

async function run(language: string, request: ApiRequest, token = 'tp_test_1'): Promise<string> {
  const { port } = server.address() as AddressInfo
  const snippet = snippetsOf(request).find(({ id }) => id === language)?.text ?? ''
  const [command, name] = runners[language as LanguageId] ?? ['', '']
  const file = join(folder, name)
  writeFileSync(
    file,
    snippet.replaceAll(exampleOrigin, `http://127.0.0.1:${port}`).replaceAll(TOKEN_PLACEHOLDER, token),
  )
  received = undefined
  const { stdout } = await promisify(execFile)(command, [file], { cwd: folder })
  return stdout
}

it('runs at least curl and TypeScript', () => {
  expect(runnable.map(([language]) => language)).toEqual(expect.arrayContaining(['bash', 'typescript']))
})

describe.each(runnable)('the snippet in %s', (language) => {
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

  it('accepts a response without a body, but no error', async () => {
    await run(language, remove)
    expect(received).toMatchObject({ method: 'DELETE', url: '/api/tinproof/batches/1', text: '' })
    if (language !== 'bash') await expect(run(language, remove, 'refused')).rejects.toThrow(/RATE_LIMITED/)
  })

  it.skipIf(language === 'bash')('fails with the code of an error', async () => {
    await expect(run(language, post, 'refused')).rejects.toThrow(/RATE_LIMITED/)
  })
})

/** No machine has all compilers, so these are compared with the request instead. */
describe.each(['java', 'go', 'csharp'] as const)('the snippet in %s', (language) => {
  const snippet = (request: ApiRequest) => snippetsOf(request).find(({ id }) => id === language)?.text ?? ''

  it('has the URL, the headers and the body', () => {
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
})

it('formats JSON so that it parses', () => {
  expect(JSON.parse(printJson(body))).toEqual(body)
  const value = { a: [1, -2.5, null, true, 'x: "y"'], b: {}, c: [], d: 'x'.repeat(80), e: { f: 'é' } }
  expect(JSON.parse(printJson(value))).toEqual(value)
})
