// @module-tag deep
import { type ChildProcess, execFile } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installClient } from '#tests/dev/install-client.ts'
import { close, listen, temporaryFolder } from '#tests/dev/processes.ts'

const root = join(import.meta.dirname, '../..')
const folder = temporaryFolder()
const batch = {
  id: 'batch_1',
  state: 'processing',
  rows: 2,
  pendingRows: 2,
  registers: [],
  counts: { confirmed: 2 },
}

/** The batch ends when a test says so. */
const api = { isEnded: true, file: 'tin,Result\n', requests: [] as IncomingMessage[] }
/** How calls fail in a test: by their method and path. */
const failures = new Map<string, (response: ServerResponse) => void>()
const answers: Readonly<Record<string, () => string>> = {
  'POST /validate': () => JSON.stringify({ result: 'confirmed' }),
  'GET /countries': () =>
    JSON.stringify({
      countries: [{ code: 'BE', name: 'Belgium', types: [{ id: 'BE.VAT', name: 'VAT number' }] }],
    }),
  'GET /batches': () => JSON.stringify({ batches: [], next: null }),
  'POST /batches/csv': () => JSON.stringify(batch),
  'GET /batches/batch_1': () =>
    JSON.stringify(api.isEnded ? { ...batch, state: 'completed', pendingRows: 0 } : batch),
  'GET /batches/batch_1/results/csv': () => api.file,
}
const server = createServer((request, response) => {
  api.requests.push(request)
  const path = request.url?.replace(/\?.*/, '').replace(/^.*\/api\/tinproof/, '')
  response.setHeader('Retry-After', '1')
  const call = `${request.method} ${path}`
  const fail = failures.get(call)
  request.resume().on('end', () => (fail ? fail(response) : response.end(answers[call]?.())))
})
let origin: string

beforeAll(async () => {
  origin = await listen(server)
  await installClient(folder, origin)
})
afterAll(async () => {
  await close(server)
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  Object.assign(api, { isEnded: true, file: 'tin,Result\n', requests: [] })
  failures.clear()
})

type Ended = { code: unknown; stdout: string; stderr: string }

function run(
  command: string,
  parameters: readonly string[],
  { env = {}, input = '', started = (_: ChildProcess) => {} } = {},
) {
  return new Promise<Ended>((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...env } }
    const child = execFile(command, parameters, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
    // A command may end before it has read this.
    child.stdin?.on('error', () => undefined).end(input)
    started(child)
  })
}
const node = (...parameters: string[]) => run(process.execPath, parameters)
const cli = (parameters: string, options?: Parameters<typeof run>[2]) =>
  run(process.execPath, ['node_modules/tinproof/cli.js', ...parameters.split(' ')], {
    ...options,
    env: { TINPROOF_TOKEN: 'tp_live_1', ...options?.env },
  })

const code = `new Tinproof({ token: 'tp_live_1' }).validate({ countryCode: 'BE', tin: '0403019261' }).then(({ result }) => console.log(result))`

test('the package runs with import and require, at the origin of its build', async () => {
  const esm = await node('--input-type=module', '-e', `import { Tinproof } from 'tinproof'\n${code}`)
  const cjs = await node('-e', `const { Tinproof } = require('tinproof')\n${code}`)
  expect([esm, cjs]).toEqual(Array(2).fill({ code: 0, stdout: 'confirmed\n', stderr: '' }))
  const readme = readFileSync(join(folder, 'node_modules/tinproof/README.md'), 'utf8')
  expect(readme).toContain(`](${origin}/docs/reference/client)`)
})

test('has types for modules, CommonJS and bundlers', async () => {
  const typed = `import { type Batch, QuotaError, Tinproof } from 'tinproof'
export const list: PromiseLike<{ batches: Batch[] }> = new Tinproof({ token: '' }).batches.list()
export const isQuota = (error: unknown): string | null => (error instanceof QuotaError ? error.docs : null)
// @ts-expect-error: every type is known
export const wrong: number = new Tinproof({ token: '' }).batches.list()
`
  for (const name of ['a.mts', 'a.cts', 'a.ts']) writeFileSync(join(folder, name), typed)
  const tsc = (...parameters: string[]) =>
    node(
      join(root, 'node_modules/typescript/lib/tsc.js'),
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--types',
      '',
      ...parameters,
    )
  expect(await tsc('--module', 'node16', 'a.mts', 'a.cts')).toMatchObject({ code: 0, stdout: '' })
  expect(await tsc('--module', 'esnext', '--moduleResolution', 'bundler', 'a.ts')).toMatchObject({
    code: 0,
    stdout: '',
  })
})

test('is not released for the example origin', async () => {
  const release = join(root, 'worker/release-client.ts')
  const env = { APP_ORIGIN: 'https://app.tinproof.example' }
  const { code, stderr } = await run(process.execPath, [release, '--dry-run'], { env })
  expect([code, stderr]).toEqual([1, expect.stringContaining('Set APP_ORIGIN')])
})

describe('the command line', () => {
  test('prints its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/tinproof/package.json'), 'utf8'))
    expect(await cli('--version')).toMatchObject({ code: 0, stdout: `${version}\n` })
    const { stdout } = await cli('--help')
    expect(stdout).toContain('7  different_name')
    const commands = [...stdout.matchAll(/^ {2}tinproof (\w+)/gm)].map(([, name]) => name)
    for (const name of commands) expect((await cli(`${name} --help`)).stdout).toContain(`tinproof ${name}`)
    expect((await cli('help batch')).stdout).toBe((await cli('batch --help')).stdout)
    expect((await cli('unknown')).stderr).toBe('Unknown command: unknown\nRun "tinproof --help" for help.\n')
    const { code, stderr } = await cli('batch --outptu x')
    expect([code, stderr]).toEqual([4, `Unknown option '--outptu'\nRun "tinproof batch --help" for help.\n`])
    expect(await cli('login tp_live_1', { input: 'tp_live_1\n' })).toMatchObject({ code: 4 })
  })

  test('says why it has no answer', async () => {
    const { code, stderr } = await cli('countries --url http://127.0.0.1:2')
    expect([code, stderr]).toEqual([3, "The API couldn't be reached. (UNREACHABLE, ECONNREFUSED)\n"])
    const wrong = await cli('validate BE 1 --token tp_live_…')
    expect([wrong.code, wrong.stderr]).toEqual([3, 'The token has a character that no API token has.\n'])
    failures.set('GET /countries', (response) => response.end('<p>Sign in</p>'))
    expect((await cli('countries')).stderr).toMatch(/may have sent it\. \(INVALID_RESPONSE\)\n$/)
  })

  test('lists countries without a token', async () => {
    expect(await cli('countries', { env: { TINPROOF_TOKEN: '' } })).toMatchObject({
      code: 0,
      stdout: 'BE.VAT           Belgium: VAT number\n',
    })
    expect(api.requests[0]?.headers.authorization).toBeUndefined()
    expect(await cli('countries be')).toMatchObject({ code: 0, stdout: expect.stringContaining('BE.VAT') })
    for (const parameters of [
      'countries DE',
      'countries BE DE',
      'countries --url localhost:5173',
      'countries --url https://',
    ])
      expect(await cli(parameters)).toMatchObject({ code: 4, stdout: '' })
  })

  test('ends quietly when the reader of a pipe does', async () => {
    const script = 'set -o pipefail; node node_modules/tinproof/cli.js countries | true'
    expect(await run('bash', ['-c', script])).toMatchObject({ code: 0, stdout: '' })
    writeFileSync(join(folder, 'in.csv'), 'tin\n1\n')
    const env = { TINPROOF_TOKEN: 'tp_live_1' }
    const noted = 'set -o pipefail; node node_modules/tinproof/cli.js batch in.csv -o noted.csv 2>&1 | true'
    expect(await run('bash', ['-c', noted], { env })).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'noted.csv'), 'utf8')).toBe(api.file)
  })

  test('ends when it is done, also if something else keeps it running', async () => {
    const env = { NODE_OPTIONS: '--import=data:text/javascript,setInterval(Boolean,1000)' }
    expect(await cli('countries', { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('BE.VAT'),
    })
    expect(await cli('countries XX', { env })).toMatchObject({ code: 4 })
    const large = {
      countries: Array(20_000).fill({ code: 'BE', name: 'Belgium', types: [{ id: 'BE.VAT', name: 'VAT' }] }),
    }
    failures.set('GET /countries', (response) => response.end(JSON.stringify(large)))
    const slow = 'node node_modules/tinproof/cli.js countries | (sleep 1; wc -l)'
    expect((await run('bash', ['-c', slow], { env })).stdout.trim()).toBe('20000')
  })

  test.skipIf(!existsSync('/dev/full'))('says that the disk is full', async () => {
    const script = 'node node_modules/tinproof/cli.js countries > /dev/full'
    const full = { code: 3, stderr: expect.stringContaining('ENOSPC') }
    expect(await run('bash', ['-c', script])).toMatchObject(full)
  })

  test('stores a token that only its user can read, and prefers the environment', async () => {
    const file = join(folder, 'tinproof/token')
    const env = { TINPROOF_TOKEN: '' }
    expect(await cli('login', { env, input: 'password\n' })).toMatchObject({ code: 4 })
    expect(existsSync(file)).toBe(false)
    for (const token of ['tp_test_ab.c-d.e', 'tp_live_3']) {
      const { code, stdout, stderr } = await cli('login', { env, input: `${token}\n` })
      expect([code, stdout, stderr]).toEqual([0, '', `Stored in ${file}.\n`])
    }
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const used = async (token: string, option = '') => {
      await cli(`download batch_1 -o -${option}`, { env: { TINPROOF_TOKEN: token } })
      return api.requests.at(-1)?.headers.authorization
    }
    expect(await used('')).toBe('Bearer tp_live_3')
    expect(await used('tp_live_1')).toBe('Bearer tp_live_1')
    expect(await used('tp_live_1', ' --token tp_live_4')).toBe('Bearer tp_live_4')
    await cli('logout')
    expect(existsSync(file)).toBe(false)
  })

  test('stores the URL of a login for the commands that use its token', async () => {
    const env = { TINPROOF_TOKEN: '' }
    const login = await cli(`login --url ${origin}/own`, { env, input: 'tp_live_3\n' })
    expect(login.stderr).toBe(`Stored in ${join(folder, 'tinproof/token')} for ${origin}/own.\n`)
    const used = async (parameters: string, token = '') => {
      await cli(parameters, { env: { TINPROOF_TOKEN: token } })
      return api.requests.at(-1)?.url?.replace(/\/api.*/, '')
    }
    expect(await used('validate BE 1')).toBe('/own')
    expect(await used('countries')).toBe('/own')
    expect(await used(`validate BE 1 --url ${origin}/other`)).toBe('/other')
    expect(await used('validate BE 1', 'tp_live_1')).toBe('')
    expect(await used('validate BE 1 --token tp_live_1')).toBe('')
    await cli('logout')
    expect(await used('countries')).toBe('')
  })

  test('checks files before it starts a batch', async () => {
    writeFileSync(join(folder, 'in.csv'), 'tin\n1\n')
    writeFileSync(join(folder, 'empty.csv'), '')
    symlinkSync('in.csv', join(folder, 'link.csv'))
    for (const parameters of [
      'in.csv -o none/out.csv',
      'in.csv -o ./in.csv',
      'in.csv -o link.csv',
      `in.csv -o .`,
      'none.csv -o o',
      'empty.csv -o o',
      '- -o o',
      'in.csv',
      'in.csv in.csv -o o',
    ])
      expect(await cli(`batch ${parameters}`)).toMatchObject({ code: 4, stdout: '' })
    expect((await cli('batch . -o o')).stderr).toContain("Can't read . (EISDIR)\n")
    const unsent = await cli('batch in.csv -o o --charset …')
    expect([unsent.code, unsent.stderr]).toEqual([3, expect.not.stringContaining('may have started')])
    expect(await cli('download batch_1 batch_2 -o o')).toMatchObject({ code: 4, stdout: '' })
    expect(api.requests).toEqual([])
  })

  test('sends standard input with names of columns, and writes only results to standard output', async () => {
    const columns = ['tin', 'country', 'name', 'address', 'type', 'kind', 'purpose', 'holder', 'id']
    const options = columns.map((each) => `--${each}-column my-${each}`).join(' ')
    const { code, stdout, stderr } = await cli(
      `batch - -o - --country BE --charset windows-1250 --idempotency-key job-17 ${options}`,
      {
        input: 'my-tin\n1\n',
      },
    )
    expect([code, stdout]).toEqual([0, api.file])
    expect(stderr).toBe('Batch batch_1 started.\n2 rows (2 confirmed) written to standard output\n')
    expect(api.requests[0]?.headers['content-type']).toBe('text/csv; charset=windows-1250')
    expect(api.requests[0]?.headers['idempotency-key']).toBe('job-17')
    const { searchParams } = new URL(api.requests[0]?.url ?? '', origin)
    expect(Object.fromEntries(searchParams)).toEqual({
      defaultCountry: 'BE',
      ...Object.fromEntries(
        columns.map((each) => [each === 'id' ? 'customIdColumn' : `${each}Column`, `my-${each}`]),
      ),
    })
  })

  test('says after Ctrl-C how to go on, and goes on', async () => {
    api.isEnded = false
    writeFileSync(join(folder, 'in.csv'), 'tin\n1\n')
    const again = 'tinproof download batch_1 -o out.csv'
    const { code, stderr } = await cli('batch in.csv -o out.csv', {
      started: async (child) => {
        await expect.poll(() => api.requests.length).toBeGreaterThan(1)
        child.kill('SIGINT')
      },
    })
    expect([code, stderr]).toEqual([130, expect.stringContaining(again)])
    api.isEnded = true
    expect(await cli(again.replace('tinproof ', ''))).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe(api.file)
  })

  test('says that a batch may have started, or how to get the results of one that did', async () => {
    writeFileSync(join(folder, 'in.csv'), 'tin\n1\n')
    const mayHaveStarted = expect.stringContaining('The batch may have started.')
    failures.set('POST /batches/csv', (response) => response.end('{"id":'))
    expect(await cli('batch in.csv -o o')).toMatchObject({ code: 3, stderr: mayHaveStarted })
    failures.set('POST /batches/csv', () => undefined)
    const started = async (child: ChildProcess) => {
      const sent = api.requests.length
      await expect.poll(() => api.requests.length).toBeGreaterThan(sent)
      child.kill('SIGINT')
    }
    expect(await cli('batch in.csv -o o', { started })).toMatchObject({ code: 130, stderr: mayHaveStarted })
    const refuse = (response: ServerResponse) =>
      response.writeHead(409).end(JSON.stringify({ code: 'NO', message: 'Name it tinColumn.' }))
    failures.set('POST /batches/csv', (response) => {
      response.destroy()
      failures.set('POST /batches/csv', refuse)
    })
    expect(await cli('batch in.csv -o o')).toMatchObject({ code: 3, stderr: mayHaveStarted })
    expect(await cli('batch in.csv -o o')).toMatchObject({ code: 3, stderr: 'Name it --tin-column. (NO)\n' })
    failures.clear()
    failures.set('GET /batches/batch_1', (response) =>
      response.writeHead(429, { 'Retry-After': 4_000 }).end('{"code":"RATE_LIMITED"}'),
    )
    expect(await cli('batch in.csv -o o')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('tinproof download batch_1 -o o'),
    })
  })

  test('says while it waits how to get the result later', async () => {
    const pending = { reason: 'VIES is down.', validationId: 'validation_1', pending: true }
    failures.set('POST /validate', (response) => response.end(JSON.stringify(pending)))
    failures.set('GET /validations/validation_1', (response) => response.end('{"result":"invalid"}'))
    expect(await cli('validate BE 1 --wait --json')).toEqual({
      code: 1,
      stdout: '{\n  "result": "invalid"\n}\n',
      stderr: expect.stringContaining('get the result later with: tinproof result validation_1'),
    })
  })

  test('prints the result of a validation that waits, or waits for it', async () => {
    const waiting = { result: 'unconfirmed', pending: true }
    failures.set('GET /validations/validation_1', (response) => response.end(JSON.stringify(waiting)))
    const first = await cli('result validation_1 --json')
    expect([first.code, JSON.parse(first.stdout)]).toEqual([6, waiting])
    expect(first.stderr).toContain('add --wait')
    failures.set('GET /validations/validation_1', (response) => {
      failures.set('GET /validations/validation_1', (next) => next.end('{"result":"confirmed"}'))
      response.end(JSON.stringify(waiting))
    })
    expect(await cli('result validation_1 --wait --json')).toMatchObject({
      code: 0,
      stdout: '{\n  "result": "confirmed"\n}\n',
    })
    expect(await cli('result')).toMatchObject({ code: 4 })
  })

  test('says that an upload is still in progress', async () => {
    writeFileSync(join(folder, 'in.csv'), 'tin\n1\n')
    let answer = () => {}
    failures.set('POST /batches/csv', (response) => {
      answer = () => response.end(JSON.stringify(batch))
    })
    const { code, stderr } = await cli('batch in.csv -o out.csv', {
      started: (child) => void child.stderr?.once('data', () => answer()),
    })
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Still uploading in\.csv\.\nBatch batch_1/)])
  })

  test.skipIf(process.platform !== 'linux')(
    'shows its progress on one line of a narrow terminal',
    async () => {
      writeFileSync(join(folder, 'in.csv'), 'tin\n1\n')
      const command = 'stty cols 40; node node_modules/tinproof/cli.js batch in.csv -o out.csv'
      const register = { name: 'VAT Information Exchange System', waiting: 2 }
      failures.set('GET /batches/batch_1', (response) => {
        failures.clear()
        response.end(JSON.stringify({ ...batch, registers: [register] }))
      })
      const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
        env: { TINPROOF_TOKEN: 'tp_live_1' },
      })
      const shown = stdout.split('\r\u001b[K').slice(1, -1)
      expect(shown).toEqual([
        expect.stringContaining(' 0% (0 of 2, 2 wait'),
        expect.stringContaining(' 100% (2 of 2)'),
      ])
      for (const line of shown) expect(line.length).toBeLessThan(40)
    },
  )

  const begin = (response: ServerResponse, next?: () => void) =>
    response.writeHead(200, { 'Content-Length': 100 }).write('tin,Result\n', next)
  const marker = '"The download was interrupted here. This file is incomplete."'
  test.each<[string, unknown, (response: ServerResponse) => unknown, NodeJS.Signals?]>([
    ['they say so', 3, (response) => response.end(`tin,Result\n${marker}\n`)],
    ['the connection is lost', 3, (response) => begin(response, () => response.destroy())],
    ['Ctrl-C ends the download', 130, begin, 'SIGINT'],
    ['the system ends the download', 130, begin, 'SIGTERM'],
    ['the system kills the command', 0, begin, 'SIGKILL'],
  ])('keeps an earlier file, and leaves no other, if %s', async (_, code, fail, signal) => {
    const results = join(folder, 'results')
    mkdirSync(results, { recursive: true })
    const file = join(results, 'my results.csv')
    const parts = () => readdirSync(results).filter((name) => name.endsWith('.part'))
    writeFileSync(file, 'of an earlier batch')
    failures.set('GET /batches/batch_1/results/csv', fail)
    const parameters = ['node_modules/tinproof/cli.js', 'download', 'batch_1', '--url', origin, '-o', file]
    const ended = await run(process.execPath, parameters, {
      env: { TINPROOF_TOKEN: 'tp_live_1' },
      started: async (child) => {
        if (signal === undefined) return
        const part = () => parts().map((name) => readFileSync(join(results, name), 'utf8'))
        await expect.poll(part).toEqual(['tin,Result\n'])
        child.kill(signal)
      },
    })
    expect(readFileSync(file, 'utf8')).toBe('of an earlier batch')
    if (signal === 'SIGKILL') return
    const again = `run: tinproof download batch_1 -o "${file}" --url ${origin}\n`
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(again) })
    expect(parts()).toEqual([])
  })

  test('writes through a link, and keeps the permissions of a file', async () => {
    const file = join(folder, 'private.csv')
    writeFileSync(file, 'of an earlier batch', { mode: 0o600 })
    symlinkSync('private.csv', join(folder, 'link-to-private.csv'))
    expect(await cli('download batch_1 -o link-to-private.csv')).toMatchObject({ code: 0 })
    expect(lstatSync(join(folder, 'link-to-private.csv')).isSymbolicLink()).toBe(true)
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([api.file, 0o600])
  })

  test('completes commands and options in bash', async () => {
    const complete = async (...words: string[]) => {
      const script = `source <(node node_modules/tinproof/cli.js completion bash)
COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}; _tinproof; echo "\${COMPREPLY[@]}"`
      return (await run('bash', ['-c', script])).stdout.trim()
    }
    expect(await complete('tinproof', 'ba')).toBe('batch')
    expect(await complete('tinproof', 'validate', '--w')).toBe('--wait')
    for (const shell of ['zsh', 'fish'])
      expect((await cli(`completion ${shell}`)).stdout).toContain('no-source')
    expect(await cli('completion csh')).toMatchObject({ code: 4 })
  })
})
