import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { chromium } from 'playwright'

type Print = (line: string) => void

/** For a machine without a display or a sandbox. Only this machine's own hosts resolve. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-features=PreloadTopChromeWebUI,WebUIToolbar,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AcceptCHFrame,PaintHolding,HttpsUpgrades,ThirdPartyStoragePartitioning,DestroyProfileOnBrowserClose,GlobalMediaControls,ImprovedCookieControls,LensOverlay,AutoDeElevate,RenderDocument,AvoidUnnecessaryBeforeUnloadCheckSync',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** The headless shell comes first: the tests take two thirds of the time with it. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const CHROMIUM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findOnPath(names: readonly string[]): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable)
}

export const findChromium = () =>
  [chromium.executablePath()].find(isExecutable) ??
  findOnPath(CHROMIUM_NAMES) ??
  CHROMIUM_PATHS.find(isExecutable)

/** Whether tests and `npm run dev` use a real Redis. `TEST_REDIS=memory` forces the in-memory one. */
export const hasRedis = (): boolean =>
  process.env.TEST_REDIS !== 'memory' &&
  (Boolean(process.env.REDIS_URL) || findOnPath(['redis-server']) !== undefined)

function run(command: string, args: readonly string[], seconds: number): boolean {
  try {
    execFileSync(command, args, {
      stdio: 'ignore',
      timeout: seconds * 1000,
      // RUNLEVEL=1 keeps a package from starting its service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
    return true
  } catch {
    return false
  }
}

let isListUpdated = false

/** Installs a system package as root on Debian and Ubuntu. Returns whether it could. */
function installPackage(name: string, print: Print): boolean {
  if (process.getuid?.() !== 0 || !findOnPath(['apt-get'])) return false
  print(`Installing ${name} with apt-get`)
  if (!isListUpdated) run('apt-get', ['update', '-qq'], 120)
  isListUpdated = true
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], 300)
}

function downloadChromium(print: Print): boolean {
  print('Downloading Chromium with Playwright')
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  return run(process.execPath, [cli, 'install', '--with-deps', '--only-shell', 'chromium'], 180)
}

/** Returns the path of a Chromium. Installs one when there is none, and throws when it can't. */
export function ensureChromium(print: Print): string {
  const attempts = [
    () => installPackage('chromium-headless-shell', print),
    () => installPackage('chromium', print),
    () => downloadChromium(print),
  ]
  let found = findChromium()
  while (!found) {
    const attempt = attempts.shift()
    if (!attempt) throw new Error('Chromium is missing and could not be installed: install "chromium".')
    if (attempt()) found = findChromium()
  }
  return found
}

/** Installs redis-server when it is missing and can be installed. Tests use the in-memory Redis otherwise. */
function ensureRedis(print: Print): void {
  if (process.env.TEST_REDIS !== 'memory' && !hasRedis()) installPackage('redis-server', print)
  if (!hasRedis()) print('Tests use the in-memory Redis')
}

/**
 * How to run a file of each language that the docs have code in, and the commands or files and Debian packages it takes.
 * `check` fails without an extension.
 */
export const runtimes = {
  bash: { run: ['bash'], file: 'example.sh', needs: ['curl'], packages: ['curl'] },
  typescript: { run: [process.execPath], file: 'example.ts', needs: [], packages: [] },
  python: { run: ['python3'], file: 'example.py', needs: ['python3'], packages: ['python3'] },
  php: {
    run: ['php'],
    file: 'example.php',
    needs: ['php'],
    check: ['-r', 'curl_version();'],
    packages: ['php-cli', 'php-curl'],
  },
  ruby: { run: ['ruby'], file: 'example.rb', needs: ['ruby'], packages: ['ruby'] },
  go: { run: ['go', 'run'], file: 'example.go', needs: ['go'], packages: ['golang-go'] },
  java: {
    run: ['java'],
    file: 'Example.java',
    needs: ['javac', '/usr/share/java/jackson-databind.jar'],
    packages: ['default-jdk-headless', 'libjackson2-databind-java'],
  },
} as const

export type Runtime = keyof typeof runtimes
export const runtimeNames = Object.keys(runtimes) as Runtime[]

function isInstalled(name: Runtime): boolean {
  const runtime = runtimes[name]
  const isFound = runtime.needs.every((need) => (isAbsolute(need) ? existsSync(need) : findOnPath([need])))
  return isFound && (!('check' in runtime) || run(runtime.run[0], runtime.check, 10))
}

/** False skips a test. In CI, it fails instead. */
export const canRun = (name: Runtime): boolean => Boolean(process.env.CI) || isInstalled(name)

function ensureRuntimes(print: Print): void {
  for (const name of runtimeNames)
    if (!isInstalled(name)) for (const each of runtimes[name].packages) installPackage(each, print)
  const missing = runtimeNames.filter((name) => !isInstalled(name))
  if (missing.length > 0) print(`Skipped in tests, because it isn't installed: ${missing.join(', ')}`)
}

if (import.meta.main) {
  const print: Print = (line) => console.log(line)
  ensureRedis(print)
  if (process.argv.includes('--runtimes')) ensureRuntimes(print)
  try {
    ensureChromium(print)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
