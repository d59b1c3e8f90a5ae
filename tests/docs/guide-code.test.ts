// @module-tag deep
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addOrganizations } from '#tests/bench/organizations.ts'
import { canRun, type Runtime, runtimes } from '#tests/dev/ensure-tools.ts'
import { close, listen, temporaryFolder } from '#tests/dev/processes.ts'
import { type RunningWorker, startWorker } from '#tests/dev/workerd.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { snippetsIn } from '#worker/docs/snippets/snippets.ts'

const root = join(import.meta.dirname, '../..')
const NAMESPACE = 'guide_code'
const fakes = fakesClient(inject('fakesUrl'))
let worker: RunningWorker
let token: string

type Failure = { status: number; body: string; retryAfter?: string; times?: number }
const refused = (code: string) => JSON.stringify({ code, message: 'No.', result: 'confirmed' })
const html = '<html>Bad gateway</html>'

/** How the server in front of the Worker fails the first requests with a name: once, unless `times` is set. */
const failures: Readonly<Record<string, Failure | 'hang' | 'stall'>> = {
  'HTML 502': { status: 502, body: html },
  'HTML 200': { status: 200, body: html },
  503: { status: 503, body: refused('SERVICE_UNAVAILABLE'), retryAfter: '1' },
  429: { status: 429, body: refused('RATE_LIMITED'), retryAfter: '2' },
  409: { status: 409, body: refused('IDEMPOTENCY_KEY_IN_USE'), retryAfter: '1' },
  'no quota': { status: 429, body: refused('QUOTA_EXCEEDED'), retryAfter: '86400', times: 9 },
  401: { status: 401, body: refused('INVALID_TOKEN'), times: 9 },
  'always 500': { status: 500, body: refused('INTERNAL'), times: 9 },
  hang: 'hang',
  stall: 'stall',
}

const valid = ['DE', '136695976'] as const
const cases = [
  [...valid, 'Acme', 'accept'],
  ['US', '98-7654321', 'Acme', 'accept'],
  ['AQ', '1', 'Acme', 'accept'],
  ['DE', '136695967', 'Acme', 'ask-again'],
  ['DE', ' ', 'Acme', 'ask-again'],
  ['DK', '13612870', '"Somebody" Else\\', 'ask-again'],
  // Its register hangs.
  ['NO', '974760673', 'Acme', 'accept-and-recheck'],
  [...valid, 'HTML 502', 'accept'],
  [...valid, 'HTML 200', 'accept'],
  [...valid, '503', 'accept'],
  [...valid, '429', 'accept'],
  [...valid, '409', 'accept'],
  [...valid, 'no quota', 'accept-and-recheck'],
  [...valid, '401', 'accept-and-recheck'],
  [...valid, 'always 500', 'accept-and-recheck'],
  [...valid, 'hang', 'accept-and-recheck'],
  [...valid, 'stall', 'accept-and-recheck'],
] as const

/** The idempotency keys of each name's requests. */
let keys = new Map<string, string[]>()

/** Java also asks for HTTP/2, which Node.js doesn't forward. */
const forwarded = ['authorization', 'content-type', 'idempotency-key']

async function forward({ url = '', method = 'GET', headers: all }: IncomingMessage, body: string) {
  const headers = Object.entries(all).filter(([name]) => forwarded.includes(name)) as [string, string][]
  const init = { method, headers, ...(body && { body }) }
  const answer = await fetch(new URL(url, worker.url), init)
  return { status: answer.status, body: await answer.text() }
}

/** How the server answers the next requests for batches. */
const batchFailures: { status: number; body: string }[] = []

/** The rows of each upload, by its idempotency key. */
const uploads = new Map<unknown, number>()

const server = createServer(async (request, response) => {
  const body = await text(request)
  if (request.url?.startsWith('/api/tinproof/batches')) {
    if (body) uploads.set(request.headers['idempotency-key'], body.match(/^"/gm)?.length ?? 0)
    const { status, body: answer } = batchFailures.shift() ?? (await forward(request, body))
    response.writeHead(status).end(answer)
    return
  }
  const key = String(request.headers['idempotency-key'])
  const { name = '' } = JSON.parse(body) as { name?: string }
  const before = keys.get(name) ?? []
  keys.set(name, [...before, key])
  const failure = failures[name]
  if (failure === 'hang') return
  if (failure === 'stall') {
    response.writeHead(200, { 'content-length': 100 }).write('{"result":"confirmed"')
    return
  }
  if (failure && before.length < (failure.times ?? 1)) {
    const headers = failure.retryAfter ? { 'retry-after': failure.retryAfter } : {}
    response.writeHead(failure.status, headers).end(failure.body)
    return
  }
  const answer = await forward(request, body)
  response.writeHead(answer.status).end(answer.body)
})
let url: string

beforeAll(async () => {
  const settings = settingsFor(inject('workerSettings'), NAMESPACE)
  await fakes.createDatabase(NAMESPACE, inject('databaseTemplate'))
  const tokens = await addOrganizations(settings.DATABASE_URL ?? '', { count: 1, limit: 10_000 })
  token = tokens[0] ?? ''
  worker = await startWorker({ root, settings, watch: false, print: () => {} })
  await fakes.switchRegister({ namespace: NAMESPACE, register: 'brreg', mode: 'hang' })
  url = await listen(server)
})

afterAll(async () => {
  await close(server)
  await worker.stop()
})

/** Prints the decision for each three arguments, a line each. */
const drivers: Readonly<Partial<Record<Runtime, string>>> = {
  typescript: `import { checkTaxId } from './check.ts'
for (let rest = process.argv.slice(2); rest.length > 0; rest = rest.slice(3))
  console.log((await checkTaxId(rest[0], rest[1], rest[2])).decision)`,
  python: `import sys
from check import check_tax_id
for at in range(1, len(sys.argv), 3):
    print(check_tax_id(*sys.argv[at:at + 3])[0])`,
  php: `<?php
require __DIR__ . '/check.php';
foreach (array_chunk(array_slice($argv, 1), 3) as $each) echo checkTaxId(...$each)[0], "\\n";`,
  ruby: `require_relative 'check'
ARGV.each_slice(3) { |each| puts check_tax_id(*each)[0] }`,
  go: `package main

import ("fmt"; "os")

func main() {
	for rest := os.Args[1:]; len(rest) > 0; rest = rest[3:] {
		decision, _ := checkTaxID(rest[0], rest[1], rest[2])
		fmt.Println(decision)
	}
}`,
  java: `class Example {
  public static void main(String[] rest) throws Exception {
    for (int at = 0; at < rest.length; at += 3)
      System.out.println(TaxIds.checkTaxId(rest[at], rest[at + 1], rest[at + 2]).decision());
  }
}`,
}

const JARS = ['core', 'annotations', 'databind'].map((name) => `/usr/share/java/jackson-${name}.jar`)

/** Writes the code of the docs and its driver, and returns how to run them. */
function prepare(language: Runtime): string[] {
  const folder = temporaryFolder()
  const code = snippetsIn('check-tax-id').find(({ id }) => id === language)?.text ?? ''
  const { file, run } = runtimes[language]
  const filled = code
    .replaceAll(exampleOrigin, url)
    .replace('token: process.env.TINPROOF_TOKEN', `$&, baseUrl: '${url}'`)
    .replace("'tinproof'", `'${join(root, 'worker/npm-client/index.ts')}'`)
  const extension = file.slice(file.indexOf('.'))
  writeFileSync(join(folder, language === 'java' ? 'TaxIds.java' : `check${extension}`), filled)
  const driver = join(folder, file)
  writeFileSync(driver, drivers[language] ?? '')
  if (language === 'go') return [...run, join(folder, 'check.go'), driver]
  if (language !== 'java') return [...run, driver]
  const classPath = [folder, ...JARS].join(':')
  execFileSync('javac', ['-cp', classPath, driver, join(folder, 'TaxIds.java')])
  return [...run, '-cp', classPath, 'Example']
}

for (const language of Object.keys(drivers) as Runtime[])
  describe.skipIf(!canRun(language))(`the code of the checkout guide in ${language}`, () => {
    it('decides about a number, whatever the register, the network and the API do', async () => {
      keys = new Map()
      const [command = '', ...options] = prepare(language)
      const parameters = cases.flatMap((each) => each.slice(0, 3))
      const { stdout } = await promisify(execFile)(command, [...options, ...parameters], {
        env: { ...process.env, TINPROOF_TOKEN: token },
      })
      const decisions = stdout.trim().split('\n')
      expect(cases.map(([country, , name], at) => [country, name, decisions[at]])).toEqual(
        cases.map(([country, , name, decision]) => [country, name, decision]),
      )
      const retried = Object.entries(failures).filter(([, failure]) => typeof failure === 'object')
      for (const [name] of retried) expect(new Set(keys.get(name)).size, name).toBe(1)
      expect(new Set([...keys.values()].flat()).size).toBe(cases.length)
      for (const name of ['401', 'no quota']) expect(keys.get(name)).toHaveLength(1)
    })
  })

/** Google's services as the script uses them. The cache is a file, so that it outlives a run. */
const googleServices = `
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const cacheFile = process.argv[2]
const cached = () => (existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {})
const CacheService = {
  getDocumentCache: () => ({
    getAll: (keys) => Object.fromEntries(Object.entries(cached()).filter(([key]) => keys.includes(key))),
    putAll: (values) => writeFileSync(cacheFile, JSON.stringify({ ...cached(), ...values })),
  }),
}
const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => process.env[name] }) }
const Utilities = {
  Charset: { UTF_8: 'utf8' },
  DigestAlgorithm: { SHA_256: 'sha256' },
  computeDigest: (algorithm, value) => [...new Int8Array(createHash(algorithm).update(value).digest())],
  base64EncodeWebSafe: (bytes) => Buffer.from(Int8Array.from(bytes)).toString('base64url'),
  sleep: (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
}
const UrlFetchApp = {
  fetch(url, { method = 'get', headers = {}, contentType, payload }) {
    const sent = Object.entries({ ...headers, ...(contentType && { 'Content-Type': contentType }) })
    const options = sent.flatMap(([name, value]) => ['-H', name + ': ' + value])
    const body = payload === undefined ? [] : ['--data-binary', '@-']
    const output = execFileSync('curl', ['-s', '-w', '\\n%{http_code}', '-X', method.toUpperCase(), ...options, ...body, url], { input: payload ?? '' })
    const [, text, status] = /^(.*)\\n(\\d+)$/s.exec(String(output))
    return { getResponseCode: () => Number(status), getContentText: () => text }
  },
}
`

describe.skipIf(!canRun('bash'))('the function for Google Sheets', () => {
  const guide = readFileSync(join(root, 'worker/docs/guides/spreadsheets.md'), 'utf8')
  const [, script = ''] = /```javascript\n(.*?)\n```/s.exec(guide) ?? []

  async function openSheet() {
    const folder = temporaryFolder()
    return async (rows: readonly (readonly unknown[])[], { seconds = 20 } = {}): Promise<string[][]> => {
      const file = join(folder, 'Code.mjs')
      const code = script.replace(exampleOrigin, url).replace('20000', String(seconds * 1000))
      const run = `console.log(JSON.stringify(TINPROOF(${JSON.stringify(rows)})))`
      writeFileSync(file, [googleServices, code, run].join('\n'))
      const env = { ...process.env, TINPROOF_TOKEN: token }
      const { stdout } = await promisify(execFile)(process.execPath, [file, join(folder, 'cache')], { env })
      return JSON.parse(stdout)
    }
  }

  it('validates a range in one batch, and only new rows the next time', async () => {
    const sheet = await openSheet()
    const rows = [
      ['DE', '136695976', ''],
      ['Germany', 136695967, ''],
      ['', '', ''],
      ['DK', '13612870', 'A "quoted",\nname'],
      ['DE', '136695976', ''],
    ]
    const expected = [
      ['confirmed', expect.any(String)],
      ['invalid', expect.stringContaining('check digit')],
      ['', ''],
      ['different_name', expect.any(String)],
      ['confirmed', expect.any(String)],
    ]
    batchFailures.push({ status: 502, body: html }, { status: 409, body: refused('IDEMPOTENCY_KEY_IN_USE') })
    expect(await sheet(rows, { seconds: 0 })).toHaveLength(rows.length)
    await expect.poll(() => sheet(rows)).toEqual(expected)
    expect([...uploads.values()]).toEqual([3])
    expect(await sheet([...rows, ['US', '98-7654321']])).toEqual([
      ...expected,
      ['format_only', expect.any(String)],
    ])
    expect([...uploads.values()]).toEqual([3, 1])
  })

  it('shows why it failed, and never a failure as a result', async () => {
    const sheet = await openSheet()
    batchFailures.push(...Array.from({ length: 3 }, () => ({ status: 429, body: refused('QUOTA_EXCEEDED') })))
    await expect(sheet([['DE', '136695976']])).rejects.toThrow(/Tinproof: 429 .*QUOTA_EXCEEDED/)
    batchFailures.push({ status: 401, body: refused('INVALID_TOKEN') })
    await expect(sheet([['DE', '136695976']])).rejects.toThrow(/Tinproof: 401/)
    expect(await sheet([['DE', '136695976']])).toEqual([['confirmed', expect.any(String)]])
  })
})

it("sends Excel's query as the guide writes it", async () => {
  const guide = readFileSync(join(root, 'worker/docs/guides/spreadsheets.md'), 'utf8')
  const { id } = (await (
    await fetch(`${url}/api/tinproof/batches/csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: 'Customer;VAT number\n007;DE136695976\n',
    })
  ).json()) as { id: string }
  const [, path = ''] = /RelativePath = "api\/tinproof\/batches\/" & BatchId & "([^"]+)"/.exec(guide) ?? []
  const target = `${url}/api/tinproof/batches/${id}${path}`
  const read = async () =>
    await (await fetch(target, { headers: { authorization: `Bearer ${token}` } })).text()
  await expect.poll(read).toMatch(/^\ufeff?Customer;VAT number;Result;.*\r?\n007;DE136695976;confirmed;/)
})

/** How each language gets a webhook and prints "valid". */
const receivers: Readonly<Partial<Record<Runtime, (code: string) => string>>> = {
  bash: (code) => code,
  php: (code) => `${code.replace('php://input', 'php://stdin')}\necho 'valid';`,
  java: (code) => `${code.replace('static boolean', 'class Example {\n$&')}
  public static void main(String[] args) throws Exception {
    var body = new String(System.in.readAllBytes(), UTF_8);
    if (isValid(body, args[0], args[1], args[2], args[3])) System.out.println("valid");
  }
}`,
}

for (const [language, receive] of Object.entries(receivers) as [Runtime, (code: string) => string][])
  it.skipIf(!canRun(language))(`verifies webhooks in ${language} as the guide does`, () => {
    const folder = temporaryFolder()
    const { file, run } = runtimes[language]
    const code = snippetsIn('verify-webhook').find(({ id }) => id === language)?.text ?? ''
    writeFileSync(join(folder, file), receive(code))
    const secret = `whsec_${Buffer.from('a key of thirty-two characters!!').toString('base64')}`
    const verify = (body: string, { secondsAgo = 0, sent = '' } = {}) => {
      const sentAt = new Date(Date.now() - secondsAgo * 1000)
      const timestamp = sent || String(Math.floor(sentAt.getTime() / 1000))
      const signatures = `v1,other ${new Webhook(secret).sign('msg_1', sentAt, '{"name":"Müller"}')}`
      writeFileSync(join(folder, 'body.json'), body)
      const [name = '', ...options] = run
      return execFileSync(name, [...options, file, 'msg_1', timestamp, signatures, secret], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          ...{ id: 'msg_1', timestamp, signatures, secret, TINPROOF_WEBHOOK_SECRET: secret },
          ...{
            HTTP_WEBHOOK_ID: 'msg_1',
            HTTP_WEBHOOK_TIMESTAMP: timestamp,
            HTTP_WEBHOOK_SIGNATURE: signatures,
          },
        },
        input: body,
      }).trim()
    }
    expect(verify('{"name":"Müller"}')).toBe('valid')
    expect(verify('{"name":"Muller"}')).toBe('')
    expect(verify('{"name":"Müller"}', { secondsAgo: 400 })).toBe('')
    // A shell would run this.
    expect(verify('{"name":"Müller"}', { sent: 'a[$(touch ran)]' })).toBe('')
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
