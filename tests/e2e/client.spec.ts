import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, setting, test } from './fixtures.ts'

const run = promisify(execFile)

/** The code of a process that failed. */
const exitCodeOf = (failed: unknown) => (failed as { code?: number }).code

test.describe('the packed client @any-width', () => {
  let folder: string
  const root = join(import.meta.dirname, '../..')

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tinproof-client-'))
    await run('npm', ['run', '--silent', 'build:client'], { cwd: root })
    await run('npm', ['pack', '--silent', join(root, 'dist/client')], { cwd: folder })
    await run('npm', ['init', '--yes'], { cwd: folder })
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './tinproof-0.1.0.tgz'], {
      cwd: folder,
    })
  })

  test.afterAll(() => rm(folder, { recursive: true }))

  test('validates a number from an empty project in five lines', async ({ apiToken }) => {
    await writeFile(
      join(folder, 'first.mjs'),
      `import { Tinproof } from 'tinproof'

const tinproof = new Tinproof({ token: process.env.TINPROOF_TOKEN, baseUrl: process.env.TINPROOF_URL })
const { isValid, tinInfo } = await tinproof.validate({ countryCode: 'DE', tin: '136695976' })
console.log(isValid, tinInfo.formattedTin)
`,
    )
    const { stdout } = await run(process.execPath, ['first.mjs'], { cwd: folder, env: environment(apiToken) })
    expect(stdout).toBe('true DE136695976\n')
  })

  test('validates a number on the command line', async ({ apiToken }) => {
    const cli = (...args: string[]) =>
      run(join(folder, 'node_modules/.bin/tinproof'), args, { cwd: folder, env: environment(apiToken) })
    expect((await cli('validate', 'DE', '136695976', '--no-source')).stdout).toContain(
      'DE DE136695976: valid',
    )
    const [invalid, wrong, refused] = await Promise.all([
      cli('validate', 'DE', '136695967').catch(exitCodeOf),
      cli('validate', 'DE').catch(exitCodeOf),
      cli('validate', 'DE', '136695976', '--token', 'tp_live_wrong').catch(exitCodeOf),
    ])
    expect([invalid, wrong, refused]).toEqual([1, 4, 3])
  })

  test('validates a CSV file on the command line', async ({ apiToken }) => {
    await writeFile(join(folder, 'in.csv'), 'Kunde;Land;USt-IdNr.\nA;DE;136695976\nB;DE;136695967\n')
    const { stderr, stdout } = await run(
      join(folder, 'node_modules/.bin/tinproof'),
      ['batch', 'in.csv', '-o', 'out.csv', '--no-source'],
      { cwd: folder, env: environment(apiToken) },
    )
    expect(stderr).toContain('100 % (2 of 2)')
    expect(stdout).toContain('2 rows (1 valid, 1 invalid, 0 unknown, 0 unreadable) written to out.csv')
    const lines = (await readFile(join(folder, 'out.csv'), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^A;DE;136695976;/)
  })
})

const environment = (token: string) => ({
  ...process.env,
  FORCE_COLOR: '0',
  TINPROOF_TOKEN: token,
  TINPROOF_URL: setting('TINPROOF_URL'),
})
