import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installClient } from '#tests/dev/install-client.ts'
import { expect, setting, test } from './fixtures.ts'

const run = promisify(execFile)

const blocksOf = (markdown: string, language: string) =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)

/** The code of a process that failed. */
const exitCodeOf = (failed: unknown) => (failed as { code?: number }).code

test.describe('the packed client @any-width', () => {
  let folder: string
  const root = join(import.meta.dirname, '../..')

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tinproof-client-'))
    await installClient(folder, setting('TINPROOF_URL'))
  })

  test.afterAll(() => rm(folder, { recursive: true }))

  test('runs the code of its page in the docs, which its README repeats', async ({ apiToken, fakes }) => {
    const guide = await readFile(join(root, 'worker/docs/guides/client.md'), 'utf8')
    const readme = await readFile(join(folder, 'node_modules/tinproof/README.md'), 'utf8')
    const blocks = blocksOf(guide, 'typescript')
    expect(blocksOf(readme, 'typescript')).toEqual(blocks)
    const [first = '', wait = '', report = '', errors = '', batches = '', ...more] = blocks
    const [monitor = '', record = '', list = '', headers = '', webhook = '', ...others] = more
    expect(others).toEqual([])
    expect(first.trim().split('\n')).toHaveLength(5)
    const setup = first.slice(0, first.indexOf('const {'))
    const calls = {
      wait: setup + wait,
      report: setup + report,
      batches: setup + batches,
      monitor: setup + monitor,
      record: setup + record,
      list: setup + list,
      headers: setup + headers,
    }
    await fakes.sql('test', 'delete from monitors where created_by is null', [])
    await writeFile(join(folder, 'jwks.json'), JSON.stringify(await publicKeys()))
    const examples = { first, errors, ...calls, webhook }
    for (const [name, code] of Object.entries(examples)) await writeFile(join(folder, `${name}.mts`), code)
    const files = Object.keys(examples).map((name) => `${name}.mts`)
    const compiler = [
      ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'nodenext'],
      ['--lib', 'esnext,dom', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')],
    ].flat()
    const node = async (file: string) => {
      const { stdout, stderr } = await run(process.execPath, [file], {
        cwd: folder,
        env: environment(apiToken),
      })
      return stdout + stderr
    }
    const [types, ...outputs] = await Promise.all([
      run(join(root, 'node_modules/.bin/tsc'), [...compiler, ...files], { cwd: folder }),
      ...files.map(node),
    ])
    expect(types.stdout).toBe('')
    expect(outputs).toEqual([
      'confirmed VIES lists this number as registered for VAT or sales tax.\n',
      expect.stringMatching(/^UNSUPPORTED_COUNTRY http\S+\/docs\/errors\/UNSUPPORTED_COUNTRY\n$/),
      'confirmed\n',
      'true null\n',
      expect.stringMatching(/^42 The check digit .+\n$/),
      '',
      expect.stringMatching(/^\d{4}-\S+\n$/),
      // Empty until there is a batch.
      expect.stringMatching(/^(batch_\S+ .+\n)*$/),
      expect.stringMatching(/^confirmed "burst";r=\d+.+ [\da-f-]{36}\n$/),
      // It waits for requests.
      '',
    ])
  })

  test('runs the commands of its page in the docs', async ({ apiToken }) => {
    const guide = await readFile(join(root, 'worker/docs/guides/client.md'), 'utf8')
    const commands = (blocksOf(guide, 'bash').at(-1) ?? '').trim().split('\n')
    const [login = '', validate = '', batch = '', piped = '', verify = '', ...others] = commands
    expect(others).toEqual([])
    const shell = (line: string, env = environment(apiToken)) =>
      run('bash', ['-c', line.replace('npx tinproof', 'node_modules/.bin/tinproof')], { cwd: folder, env })
    await writeFile(join(folder, 'customers.csv'), 'Kunde;Land;USt-IdNr.\nA;DE;136695976\nB;DE;136695967\n')
    await writeFile(join(folder, 'record.json'), JSON.stringify(await newRecord(apiToken)))
    expect((await shell(verify)).stdout).toContain('record.json: verified.')
    const stored = { ...environment(''), XDG_CONFIG_HOME: folder }
    expect(await shell('npx tinproof validate BE 0403019261', stored).catch(exitCodeOf)).toBe(4)
    expect(await shell(`echo ${apiToken.slice(0, -1)}x | ${login}`, stored).catch(exitCodeOf)).toBe(3)
    await shell(`echo ${apiToken} | ${login}`, stored)
    const [number, file] = await Promise.all([shell(validate, stored), shell(batch)])
    const columns = " --tin-column 'USt-IdNr.' --id-column Kunde"
    const stream = await shell(piped.replace(' > results.csv', columns))
    const report = await shell('npx tinproof validate BE 0403019261 --wait --crs entity')
    expect(report.stdout).toContain('This type of number is accepted for entities resident in Belgium.')
    expect(number.stdout).toMatch(/^BE 0403\.019\.261: confirmed/)
    expect(file.stdout).toContain('2 rows (1 confirmed, 1 invalid) written to results.csv')
    const [, id = ''] = /^Batch (\S+) started\.\n$/.exec(file.stderr) ?? []
    await shell(`npx tinproof download ${id} -o again.ndjson --format ndjson`)
    const again = (await readFile(join(folder, 'again.ndjson'), 'utf8')).trim().split('\n')
    expect(again.map((row) => JSON.parse(row).result)).toEqual(['confirmed', 'invalid'])
    const lines = (await readFile(join(folder, 'results.csv'), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^A;DE;136695976;/)
    expect(stream.stdout.trim().split(/\r?\n/)).toEqual(lines)
    await shell('npx tinproof logout', stored)
    expect(await shell(validate, stored).catch(exitCodeOf)).toBe(4)
  })
})

const publicKeys = async () => (await fetch(`${setting('TINPROOF_URL')}/.well-known/jwks.json`)).json()

/** A signed one, as a file. */
async function newRecord(token: string): Promise<unknown> {
  const call = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${setting('TINPROOF_URL')}/api/tinproof${path}`, { ...init, headers })).json()
  }
  const { recordId } = await call('/validate', { countryCode: 'BE', tin: '0403019261', record: true })
  const read = async () => (await call(`/records/${recordId}`)).file
  await expect.poll(read).not.toBeNull()
  return await read()
}

const environment = (token: string) => ({
  ...process.env,
  FORCE_COLOR: '0',
  TINPROOF_TOKEN: token,
})
