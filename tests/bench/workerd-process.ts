import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { unstable_readConfig } from 'wrangler'
import { stopChild } from '#tests/dev/processes.ts'
import { isRuntimeWarning } from '#tests/dev/runtime-warnings.ts'
import type { Settings } from '#tests/fakes/start.ts'

const root = join(import.meta.dirname, '../..')
const CONTROL = 3
const MAX_SOCKETS = 64
const IDLE_TIMEOUT = 1_000

/** An ES module. The first one is the entry. */
export type Module = { path: string; contents: string }

export type Call = { path: string; headers: Readonly<Record<string, string>>; body: string }

type Answer = { status: number; requestId: string; text: string }

export type WorkerdProcess = {
  /** Returns the body. Throws on any status but 200. */
  call: (call: Call) => Promise<string>
  /** Throws only if there is no answer. */
  send: (call: Call) => Promise<Answer>
  /** Milliseconds of processor time of all threads since the start. */
  cpu: () => number
  /** In MB. */
  memory: () => number
  /** Only with `isInspected`. */
  inspector?: URL
  /** What workerd wrote to standard error. They fail the benchmark. */
  warnings: readonly string[]
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

const quoted = (text: string) => JSON.stringify(text)

const LIMITERS = 'dashboard'
/** Takes all messages, and answers as a queue does. */
const QUEUE = `export default {
  async fetch(request) {
    await request.arrayBuffer()
    return Response.json({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } })
  },
}`
/** Only objects on a disk have SQLite. */
const STORAGE = 'storage'

type Options = {
  /** The Worker of the registers' limiters, for calls that use them. */
  limiters?: readonly Module[]
  /** The queue's host and port. By default, a queue that drops the calls to record. */
  queue?: string
  /** The addresses that requests may reach. All by default. */
  network?: readonly string[]
  /** Whether its heap can be read. */
  isInspected?: boolean
}

function configOf(
  settings: Settings,
  modules: readonly Module[],
  { limiters = [], queue: queueAddress, network = ['public', 'private'] }: Options,
): string {
  const { compatibility_date, compatibility_flags } = unstable_readConfig(
    { config: join(root, 'wrangler.toml') },
    { hideWarnings: true },
  )
  const texts = Object.entries(settings).map(
    ([name, value]) => `(name = ${quoted(name)}, text = ${quoted(value)})`,
  )
  const namespace = `(name = "REGISTER_LIMITERS", durableObjectNamespace = (className = "RegisterLimiter", serviceName = "${LIMITERS}"))`
  const queue = '(name = "CALL_QUEUE", queue = "calls")'
  const bindings = [...texts, queue, ...(limiters.length > 0 ? [namespace] : [])]
  const workerOf = (own: readonly Module[], folder: string) => `
  modules = [${own.map(({ path }) => `(name = ${quoted(path)}, esModule = embed ${quoted(folder + path)})`).join(', ')}],
  compatibilityDate = ${quoted(compatibility_date ?? '')},
  compatibilityFlags = [${compatibility_flags.map(quoted).join(', ')}],
  bindings = [${bindings.join(', ')}],`
  const service = `(name = "${LIMITERS}", worker = .limiters), (name = "storage", disk = (path = "${STORAGE}", writable = true)), `
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "calls", ${queueAddress ? `external = (address = ${quoted(queueAddress)}, http = ())` : 'worker = .calls'}), ${limiters.length > 0 ? service : ''}(name = "internet", network = (allow = [${network.map(quoted).join(', ')}]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (${workerOf(modules, '')}
);
const calls :Workerd.Worker = (
  modules = [(name = "calls.mjs", esModule = ${quoted(QUEUE)})],
  compatibilityDate = ${quoted(compatibility_date ?? '')},
);
const limiters :Workerd.Worker = (${workerOf(limiters, `${LIMITERS}/`)}
  durableObjectNamespaces = [(className = "RegisterLimiter", uniqueKey = "limiters", enableSql = true)],
  durableObjectStorage = (localDisk = "storage"),
);
`
}

/** Runs one Worker in workerd without Miniflare, so that all the processor time is the Worker's. */
export async function startWorkerd(
  folder: string,
  modules: readonly Module[],
  settings: Settings,
  options: Options = {},
): Promise<WorkerdProcess> {
  const { limiters = [], isInspected = false } = options
  for (const name of [LIMITERS, STORAGE]) mkdirSync(join(folder, name), { recursive: true })
  for (const { path, contents } of modules) writeFileSync(join(folder, path), contents)
  for (const { path, contents } of limiters) writeFileSync(join(folder, LIMITERS, path), contents)
  writeFileSync(join(folder, 'config.capnp'), configOf(settings, modules, options))
  const child = spawn(
    join(root, 'node_modules/workerd/bin/workerd'),
    [
      'serve',
      `--control-fd=${CONTROL}`,
      ...(isInspected ? ['--inspector-addr=127.0.0.1:0'] : []),
      'config.capnp',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const warnings: string[] = []
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!isRuntimeWarning(line)) return
      if (warnings.push(line) === 1) console.error(line)
      process.exitCode = 1
    })
  const ports = new Map<string, number>()
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`workerd ended with code ${code}`)))
    const control = child.stdio[CONTROL]
    if (!(control instanceof Readable)) throw new Error('workerd has no control pipe.')
    createInterface({ input: control }).on('line', (line) => {
      const { event, port } = JSON.parse(line)
      ports.set(event, port)
      if (event === 'listen') resolve(port)
    })
  })
  const inspectorPort = ports.get('listen-inspector')
  // workerd closes idle connections, maybe just when the next call is sent.
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_TIMEOUT })
  const send = ({ path, headers, body }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
        const { statusCode: status = 0, headers: answered } = response
        const requestId = String(answered['x-request-id'])
        textOf(response).then((text) => resolve({ status, requestId, text }), reject)
      })
      sent.once('error', (error) => {
        if (sent.reusedSocket) resolve(send({ path, headers, body }))
        else reject(error)
      })
      sent.end(body)
    })
  return {
    call: async (call) => {
      const { status, text } = await send(call)
      if (status !== 200) throw new Error(`${call.path}: ${status} ${text}`)
      return text
    },
    send,
    cpu: () => cpuOf(child.pid ?? 0),
    memory: () => memoryOf(child.pid ?? 0),
    ...(inspectorPort !== undefined && { inspector: new URL(`ws://127.0.0.1:${inspectorPort}`) }),
    warnings,
    stop: async (signal = 'SIGTERM') => {
      agent.destroy()
      await stopChild(child, signal)
    },
  }
}

/** The kernel counts in nanoseconds, for each thread. */
function cpuOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const times = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1e6
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
