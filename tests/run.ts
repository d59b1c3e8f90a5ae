import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'

type Tally = { passed: number; failed: number }

type Stage = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly tally?: () => Tally
  /** Prints the output of a stage that passed, too. */
  readonly printsOutput?: boolean
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, deep: { type: 'boolean', default: false } },
})
const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const reports = mkdtempSync(join(tmpdir(), `tinproof-${process.pid}-`))
const running = new Set<ChildProcess>()
const total: Tally = { passed: 0, failed: 0 }
const failed: string[] = []
let interrupted = false

function report(file: string): unknown {
  const path = join(reports, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

function vitestTally(): Tally {
  const result = report('vitest.json') as VitestReport | undefined
  if (!result) return { passed: 0, failed: 0 }
  const unread = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return { passed: result.numPassedTests, failed: result.numFailedTests + unread.length }
}

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number }; errors: unknown[] }

function playwrightTally(): Tally {
  const result = report('playwright.json') as PlaywrightReport | undefined
  if (!result) return { passed: 0, failed: 0 }
  const { expected, flaky, unexpected } = result.stats
  return { passed: expected + flaky, failed: unexpected + result.errors.length }
}

/** Vitest would load each file to see which tests it has, and their Workers would start. */
function vitestFiles(): string[] {
  const files = globSync('tests/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] })
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  if (values.deep) return files.filter((file) => /'deep'|^\/\/ @module-tag deep/.test(text(file)))
  return files
    .filter((file) => text(file).startsWith('// @module-tag deep'))
    .map((file) => `--exclude=${file}`)
}

const stages = {
  tools: {
    name: 'tools',
    command: ['node', 'tests/dev/ensure-tools.ts', ...(values.deep ? ['--runtimes'] : [])],
    printsOutput: true,
  },
  lint: { name: 'lint', command: ['biome', 'ci', '.'] },
  unused: { name: 'unused code', command: ['knip'] },
  // Several checkers would each check what they share.
  types: { name: 'types', command: ['tsc', '-b', '--checkers', '1'] },
  boundaries: {
    name: 'boundaries',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.json',
      '--output-type',
      'err',
      'worker',
      'web',
      'db',
    ],
  },
  web: { name: 'web build', command: ['vite', 'build', '--logLevel', 'warn'] },
  worker: {
    name: 'worker build',
    command: ['wrangler', 'deploy', '--env=dashboard', '--dry-run'],
    env: { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  },
  status: {
    name: 'status build',
    command: ['wrangler', 'deploy', '--env=status', '--dry-run'],
    env: { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  },
  size: { name: 'sizes', command: ['node', 'tests/size-check.ts'] },
  vitest: {
    name: 'vitest',
    command: [
      'vitest',
      'run',
      `--tags-filter=${values.deep ? 'deep' : '!deep'}`,
      ...vitestFiles(),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'vitest.json')}`,
    ],
    tally: vitestTally,
  },
  browser: {
    name: 'browser',
    command: ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=dot,json'],
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
      TINPROOF_BUILT: '1',
      BROWSER_TESTS: values.deep ? 'deep' : 'core',
    },
    tally: playwrightTally,
  },
  drill: { name: 'restore drill', command: ['node', 'tests/bench/restore-drill.ts'] },
} satisfies Record<string, Stage>

const isUrgent = new Set<Stage>([stages.vitest, stages.web, stages.browser])

/** A warning of workerd. The pool of Vitest only prints it. */
const CROSSED_PROMISE = 'from a different request context'

function execute(stage: Stage): Promise<{ ok: boolean; output: string }> {
  const [command = '', ...args] = stage.command
  const child = spawn(join(bin, command), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      ...stage.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
  running.add(child)
  // The tests take longest and often wait. At the lowest priority, other work on the machine would stop the checks.
  if (!isUrgent.has(stage) && child.pid) setPriority(child.pid, 5)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve({ ok: code === 0 && !output.includes(CROSSED_PROMISE), output })
    })
  })
}

function add(stage: Stage, ok: boolean, seconds: string, output: string): void {
  const tally = stage.tally?.() ?? { passed: 0, failed: 0 }
  if (!ok && tally.failed === 0) tally.failed = 1
  total.passed += tally.passed
  total.failed += tally.failed
  if (!ok) failed.push(stage.name)
  const tests = stage.tally ? `  ${tally.passed} passed, ${tally.failed} failed` : ''
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${stage.name.padEnd(12)} ${seconds.padStart(6)} s${tests}`)
  if (!ok) console.log(`\n${output.trim()}\n`)
  else if (stage.printsOutput && output.trim()) console.log(output.trim().replaceAll(/^/gm, '        '))
}

async function runStage(stage: Stage): Promise<boolean> {
  if (interrupted) return false
  const began = performance.now()
  const { ok, output } = await execute(stage)
  if (!interrupted) add(stage, ok, ((performance.now() - began) / 1000).toFixed(1), output)
  return ok
}

/** Runs every stage, also after one that failed. */
async function inOrder(list: readonly Stage[]): Promise<boolean[]> {
  const results: boolean[] = []
  for (const stage of list) results.push(await runStage(stage))
  return results
}

async function runBrowser(isBuilt: boolean): Promise<void> {
  if (isBuilt) await runStage(stages.browser)
  else add(stages.browser, false, '0.0', 'Not run because the web build failed.')
}

/** The parts share two cores: the Worker's tests, the browser's, and the checks, which need no tools. */
async function runAll(): Promise<void> {
  const tools = runStage(stages.tools)
  const web = runStage(stages.web)
  const checks = async () => {
    const [workerBuilt] = await inOrder([stages.worker, stages.status, stages.types, stages.lint])
    await inOrder([stages.unused, stages.boundaries])
    if ((await web) && workerBuilt) await runStage(stages.size)
  }
  await Promise.all([
    tools.then(() => runStage(stages.vitest)),
    Promise.all([web, tools]).then(([isBuilt]) => runBrowser(isBuilt)),
    checks(),
  ])
}

async function runDeep(): Promise<void> {
  await runStage(stages.tools)
  await Promise.all([runStage(stages.vitest), runStage(stages.web).then(runBrowser)])
  await runStage(stages.drill)
}

function interrupt(): void {
  interrupted = true
  for (const child of running) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
process.stdout.on('error', () => {})

const only = Object.entries(stages).find(([key]) => key === values.only)?.[1]
if (values.only && !only) {
  console.error(`Unknown stage "${values.only}". Use one of ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}

const began = performance.now()
if (only === stages.browser) {
  await runBrowser(await runStage(stages.web))
} else if (only) await runStage(only)
else if (values.deep) await runDeep()
else await runAll()
rmSync(reports, { recursive: true, force: true })
if (interrupted) process.exit(130)

const seconds = Math.round((performance.now() - began) / 1000)
console.log(`\n${failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All passed'} after ${seconds} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
// `process.exit` would cut off the output of a stage that failed, if it goes to a pipe.
process.exitCode = total.failed > 0 ? 1 : 0
