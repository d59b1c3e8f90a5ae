import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { close, listen, temporaryFolder } from '#tests/dev/processes.ts'
import { resultNumbers, sandboxAnswerTo } from '#tests/result-numbers.ts'
import { Tinproof } from '#worker/npm-client/index.ts'
import { results } from '#worker/validation/contract.ts'

const { privateKey, publicKey } = await generateKeyPair('EdDSA')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }

const server = createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json')
  if (request.url === '/.well-known/jwks.json') {
    response.end(JSON.stringify(jwks))
    return
  }
  if (request.url?.startsWith('/api/tinproof/batches')) {
    response.writeHead(503).end('{}')
    return
  }
  response.end(JSON.stringify(sandboxAnswerTo(JSON.parse(await text(request)))))
})
let url: string
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => close(server))

/** As if an export had more files than a system opens. */
const MAX_OPEN_FILES = 100
const run = (command: string, ...parameters: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const program = ['worker/npm-client/cli.ts', command, '--url', url, ...parameters]
    const limited = ['-c', `ulimit -n ${MAX_OPEN_FILES} && exec "$0" "$@"`, process.execPath]
    execFile('sh', [...limited, ...program], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

const codes = { confirmed: 0, invalid: 1, unsupported: 2, format_only: 5, unconfirmed: 6, different_name: 7 }

test('the client returns each result with its sentence', async () => {
  const client = new Tinproof({ token: 'tp_test_1', baseUrl: url })
  for (const { result, ...item } of resultNumbers) {
    const { reason } = sandboxAnswerTo(item)
    expect(await client.validate(item)).toMatchObject({ result, reason })
  }
})

describe('the command line', { tags: 'deep' }, () => {
  test.each(results)('prints %s with its sentence, and ends with its code', async (result) => {
    for (const { result: _, ...item } of resultNumbers.filter((each) => each.result === result)) {
      const { countryCode, tin, name } = item
      const { code, output } = await run(
        'validate',
        ...['--token', 'tp_test_1', ...(name ? ['--name', name] : [])],
        ...['--', countryCode, tin],
      )
      expect(output).toContain(`: ${result}`)
      expect(output).toContain(sandboxAnswerTo(item).reason)
      expect(code).toBe(codes[result])
    }
  })

  test('says that a batch may have started if the API fails', async () => {
    const parameters = ['--token', 'tp_test_1', 'package.json', '-o', '-']
    expect((await run('batch', ...parameters)).output).toContain('The batch may have started.')
  })

  test('verifies records with the published keys or a file, and says what is wrong', async () => {
    const folder = temporaryFolder()
    const write = (name: string, content: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(content))
      return join(folder, name)
    }
    const sign = (typ: string, payload: object) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', typ })
        .sign(privateKey)
    const hashOf = (jws: string) => createHash('sha256').update(jws).digest('base64url')
    const response = { countryCode: 'BE', tin: '0403019261', result: 'confirmed' }
    const record = {
      organizationId: 'org',
      live: true,
      number: 1,
      previous: null,
      keptAt: 'Monday',
      response,
    }
    const jws = await sign('tinproof-record', record)
    const good = write('record.json', { record, jws })
    writeFileSync(good, `\ufeff${JSON.stringify({ record, jws })}`)
    const forged = write('forged.json', { record: { ...record, keptAt: 'Tuesday' }, jws })
    const keys = write('jwks.json', jwks)
    const chain = {
      organizationId: 'org',
      live: true,
      exportedAt: 'Friday',
      records: [
        { number: 1, hash: hashOf(jws), deletedAt: null },
        { number: 2, hash: 'gone', deletedAt: 'Thursday' },
      ],
    }
    const chainFile = write('chain.json', { chain, jws: await sign('tinproof-chain', chain) })
    expect(await run('verify', good)).toEqual({
      code: 0,
      output: `${good}: verified. Record 1 of Monday: BE 0403019261 was confirmed.\n`,
    })
    expect(await run('verify', '--jwks', keys, chainFile, good)).toEqual({
      code: 0,
      output: 'verified. 1 record, 1 deleted, none missing, as of Friday.\n',
    })
    expect(JSON.parse((await run('verify', '--json', chainFile, good)).output)).toEqual(chain)
    const test = { ...record, live: false }
    const testFile = write('test.json', { record: test, jws: await sign('tinproof-record', test) })
    expect((await run('verify', testFile)).output).toMatch(/was confirmed\. This is test data/)
    expect(await run('verify', '--url', 'http://127.0.0.1:1', good)).toEqual({
      code: 3,
      output:
        "Can't read http://127.0.0.1:1/.well-known/jwks.json. To verify offline, pass a copy of it as --jwks.\n",
    })
    // What is wrong with a file is said without the network.
    expect(await run('verify', '--url', 'http://127.0.0.1:1', join(folder, 'none.json'))).toMatchObject({
      code: 4,
      output: expect.stringContaining('none.json (ENOENT)'),
    })
    const problem = async (...files: string[]) => await run('verify', '--jwks', keys, ...files)
    expect(await problem(write('answer.json', { id: 'record_1', file: { record, jws } }))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Only "file" of .*answer\.json is signed/),
    })
    expect(await problem(write('early.json', { id: 'record_1', file: null }))).toMatchObject({
      code: 4,
      output: expect.stringContaining("isn't signed yet"),
    })
    const cut = join(folder, 'cut.json')
    writeFileSync(cut, '{"record":')
    expect(await problem(cut)).toMatchObject({ code: 4, output: expect.stringContaining("isn't JSON") })
    expect(await problem(chainFile, good, forged)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${forged}: This file was changed`),
    })
    expect(await problem(chainFile)).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 is missing'),
    })
    mkdirSync(join(folder, 'records'))
    for (let copy = 0; copy < 2 * MAX_OPEN_FILES; copy++) write(`records/${copy}.json`, { record, jws })
    expect(await problem(chainFile, join(folder, 'records'))).toMatchObject({ code: 0 })
    for (const files of [
      [],
      [temporaryFolder()],
      [keys],
      [join(folder, 'none.json')],
      [chainFile, chainFile],
      [write('null.json', null)],
    ])
      expect(await problem(...files)).toMatchObject({ code: 4 })
    expect(await run('verify', '--jwks', good, good)).toEqual({
      code: 4,
      output: `${good} has no keys\nRun "tinproof verify --help" for help.\n`,
    })
    rmSync(folder, { recursive: true })
  })
})
