import { type ChildProcess, execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A failure that the developer can fix. Only its message, one line, is printed. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message of the innermost cause. */
export function messageOf(error: unknown): string {
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (deepest instanceof Error ? deepest.message : String(deepest)).replaceAll(/\s+/g, ' ').slice(0, 300)
}

const OWNER = 'TINPROOF_OWNER'
const LINUX = process.platform === 'linux'

/** When a process started. Undefined if it does not run. */
function startTimeOf(pid: number): string | undefined {
  try {
    if (!LINUX) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

export function commandOf(pid: number): string {
  try {
    if (!LINUX) return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Systems reuse process IDs. With its start time, an ID is unique. */
const identity = (pid: number) => `${pid}:${startTimeOf(pid)?.replaceAll(/\s+/g, '_') ?? ''}`
const isAlive = (owner: string) => identity(Number.parseInt(owner, 10)) === owner

function markedProcesses(): { pid: number; owner: string }[] {
  if (!LINUX) {
    const list = execFileSync('ps', ['eww', '-A', '-o', 'pid=,command='], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    return list.split('\n').flatMap((line) => {
      const owner = line.match(/ TINPROOF_OWNER=(\S+)/)?.[1]
      return owner ? [{ pid: Number.parseInt(line, 10), owner }] : []
    })
  }
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const entry = readFileSync(`/proc/${name}/environ`, 'utf8')
        .split('\0')
        .find((line) => line.startsWith(`${OWNER}=`))
      return entry && startTimeOf(Number(name))
        ? [{ pid: Number(name), owner: entry.slice(OWNER.length + 1) }]
        : []
    } catch {
      return []
    }
  })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // already ended
  }
}

async function waitUntil(done: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!done()) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}

/** Marks this process's children as its own, and ends children whose parent was killed. */
export async function endOrphans(): Promise<void> {
  const left = markedProcesses().filter(({ pid, owner }) => pid !== process.pid && !isAlive(owner))
  for (const { pid } of left) signal(pid, 'SIGTERM')
  await waitUntil(() => left.every(({ pid }) => !startTimeOf(pid)), 5000)
  for (const { pid } of left) signal(pid, 'SIGKILL')
  for (const folder of [tmpdir(), MEMORY].filter((path) => existsSync(path))) {
    for (const name of readdirSync(folder)) {
      const owner = name.match(/^tinproof-(\d+)-/)?.[1]
      if (owner && !startTimeOf(Number(owner))) rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
  process.env[OWNER] = identity(process.pid)
}

/** Kills children that are left after an orderly stop. */
export function killRemaining(): void {
  const own = identity(process.pid)
  for (const { pid, owner } of markedProcesses())
    if (owner === own && pid !== process.pid) signal(pid, 'SIGKILL')
}

/** Linux keeps these files in memory. On a disk, deleting the databases of all tests takes up to a minute. */
const MEMORY = '/dev/shm'
const PLENTY = 8 * 1024 ** 3

function hasPlentyOfMemory(): boolean {
  if (!existsSync(MEMORY) || freemem() < PLENTY) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > PLENTY
}

/** Creates a folder that the next run removes if this process can't. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasPlentyOfMemory() ? MEMORY : tmpdir(), `tinproof-${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/** Locks a data folder. Throws a StartError if another process holds the lock. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  try {
    const holder = readFileSync(file, 'utf8')
    if (isAlive(holder)) {
      throw new StartError(`Already running (process ${Number.parseInt(holder, 10)}). Stop it first.`)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
  }
  writeFileSync(file, identity(process.pid))
  return () => rmSync(file, { force: true })
}

/** Signals a process and kills it after ten seconds. */
export async function endProcess(pid: number, name: NodeJS.Signals): Promise<void> {
  signal(pid, name)
  if (await waitUntil(() => !startTimeOf(pid), 10_000)) return
  signal(pid, 'SIGKILL')
  await waitUntil(() => !startTimeOf(pid), 5000)
}

/** Signals a child and kills it after ten seconds. */
export async function stopChild(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill(name)
  await exited
  clearTimeout(force)
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Calls the handler when npm ends. npm sends no signal to its scripts. */
export function onNpmExit(handler: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = LINUX ? identity(parentOf(shell)) : undefined
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || isAlive(npm))) return
    clearInterval(timer)
    handler()
  }, 1000)
  timer.unref()
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Calls the handler on SIGINT, SIGTERM and SIGHUP. Removes other listeners: Wrangler's would end the process at once. */
export function onShutdown(handler: () => void): void {
  for (const name of SIGNALS) process.removeAllListeners(name).on(name, handler)
  process.on('newListener', (name, listener) => {
    if (SIGNALS.includes(String(name))) queueMicrotask(() => process.off(name, listener))
  })
}

/** Listens on a free port of 127.0.0.1, unless one is given. Returns the server's URL. */
export async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no free port')
  return `http://127.0.0.1:${address.port}`
}

/** Also ends the requests in progress. */
export const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Below the ports that systems give to connections, so none of those takes it before its server listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = randomInt(20_000, 32_768)
  const isFree = await new Promise<boolean>((resolve) =>
    server
      .once('error', () => resolve(false))
      .once('listening', () => resolve(true))
      .listen(port, '127.0.0.1'),
  )
  if (!isFree) return await freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
