import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright'

/**
 * Chromium's arguments on a machine without a display, a sandbox of its own or the open network. It finds no host but
 * this machine: to stop calls by routes in the tests would cost each page its cache.
 */
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

/** The shell first: without the windows of a whole browser the same tests take two thirds of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const PLACES = [
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

function installed(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...onPath, ...PLACES].find(isExecutable)
}

function attempt(command: string, args: string[], seconds: number): boolean {
  try {
    execFileSync(command, args, {
      stdio: 'ignore',
      timeout: seconds * 1000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch {
    return false
  }
}

function download(): boolean {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  return attempt(process.execPath, [cli, 'install', '--with-deps', '--only-shell', 'chromium'], 180)
}

function installPackage(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  attempt('apt-get', ['update', '-qq'], 120)
  return ['chromium-headless-shell', 'chromium'].some((name) =>
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], 300),
  )
}

/**
 * A Chromium for the browser tests: one that is installed, else Playwright's own download, else the system's
 * package. Says which one in a line. Throws when there is none to be had.
 */
export function ensureChromium(print: (line: string) => void): string {
  const found = installed() ?? ((download() || installPackage()) && installed())
  if (!found) {
    throw new Error(
      'No Chromium is installed, and it could not be downloaded: install the package "chromium".',
    )
  }
  print(`Browser tests use ${found}`)
  return found
}

if (import.meta.main) {
  try {
    ensureChromium(console.log)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
