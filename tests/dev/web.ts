import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  build,
  createServer as createVite,
  type InlineConfig,
  type Plugin,
  type PreviewServer,
  preview,
  type ViteDevServer,
} from 'vite'
import { pagesAnswer, pagesRedirects } from './pages-answer.ts'
import { pagesHeaders } from './pages-headers.ts'
import { close, StartError } from './processes.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface Targets {
  /** All Workers: the path decides which one answers. */
  readonly worker: URL
  readonly fakes: URL
}

/** workerd closes idle connections, so every request uses a new one. */
const agent = new Agent({ keepAlive: false })

function targetOf(path: string, targets: Targets): URL | undefined {
  if (/^\/(api(\/|\?|$)|\.well-known\/(oauth-|jwks\.json)|auth\/google|status\.(json|rss))/.test(path))
    return targets.worker
  if (/^\/dev\/(mailbox(\.json)?(\?|$)|paddle\/)/.test(path)) return targets.fakes
  return undefined
}

/** In bytes and milliseconds. workerd still answers after this much of a body that it doesn't read. */
const EARLY_ANSWER = { bodyOver: 64 * 1024, wait: 500 } as const

async function forward(target: URL, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = { 'cf-connecting-ip': incoming.socket.remoteAddress ?? '127.0.0.1', ...incoming.headers }
  const upstream = request(
    { agent, host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    },
  )
  upstream.on('error', () => {
    if (outgoing.headersSent || outgoing.destroyed) {
      outgoing.destroy()
      return
    }
    outgoing.writeHead(502, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ message: 'The Worker did not answer.', code: 'WORKER_UNREACHABLE' }))
  })
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) upstream.destroy()
  })
  incoming.on('error', () => upstream.destroy())
  // A refused upload would otherwise end with a reset, which takes the answer with it.
  if (Number(incoming.headers['content-length'] ?? 0) > EARLY_ANSWER.bodyOver) {
    upstream.flushHeaders()
    const answered = once(upstream, 'response').then(
      () => true,
      () => true,
    )
    if (await Promise.race([answered, setTimeout(EARLY_ANSWER.wait, false)])) {
      incoming.resume()
      return
    }
  }
  incoming.pipe(upstream)
}

/** One origin, as in production: forwards requests for the Worker and the mailbox. */
function oneOrigin(targets: () => Targets | undefined): Plugin {
  const handler: Handler = (incoming, outgoing, next) => {
    const known = targets()
    const target = known && targetOf(incoming.url ?? '/', known)
    if (target) void forward(target, incoming, outgoing)
    else next()
  }
  return {
    name: 'one-origin',
    configureServer: (server) => void server.middlewares.use(handler),
    configurePreviewServer: (server) => void server.middlewares.use(handler),
  }
}

/** The fake Paddle shows its checkout from the dashboard's origin, in place of the sandbox. */
const withFakePaddle = (header: string) => header.replaceAll('https://sandbox-buy.paddle.com', "'self'")

/** Sends the headers of Pages, so that tests run under the same policy. */
function headersOfPages(file: string): Plugin {
  return {
    name: 'pages-headers',
    configurePreviewServer: (server) => {
      const headersFor = pagesHeaders(readFileSync(file, 'utf8'))
      server.middlewares.use((incoming, outgoing, next) => {
        // Vite compresses each response again, which takes longer than sending it.
        delete incoming.headers['accept-encoding']
        for (const [name, value] of headersFor(incoming.url ?? '/'))
          outgoing.setHeader(name, name === 'content-security-policy' ? withFakePaddle(value) : value)
        next()
      })
    },
  }
}

/** Answers as Cloudflare Pages does. Vite's preview answers unknown paths with the SPA. */
function filesOfPages(builtFolder: string): Plugin {
  const isFile = (file: string) =>
    statSync(join(builtFolder, file), { throwIfNoEntry: false })?.isFile() ?? false
  const handler =
    (redirect: (path: string) => string | undefined): Handler =>
    (incoming, outgoing, next) => {
      const { path = '', query = '' } = /^(?<path>[^?]*)(?<query>.*)$/s.exec(incoming.url ?? '')?.groups ?? {}
      const answer = pagesAnswer(path, isFile, redirect)
      if ('location' in answer) {
        outgoing.writeHead(308, { location: answer.location + query }).end()
        return
      }
      if (answer.status === 404) {
        outgoing.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
        outgoing.end(readFileSync(join(builtFolder, answer.file)))
        return
      }
      incoming.url = `/${answer.file}${query}`
      next()
    }
  return {
    name: 'pages-files',
    configurePreviewServer: (server) => {
      const redirects = pagesRedirects(readFileSync(join(builtFolder, '_redirects'), 'utf8'))
      server.middlewares.use(handler(redirects))
    },
  }
}

const serverOptions = {
  /** A client may send a request just when the server closes an idle connection. */
  keepAliveTimeout: 0,
  /** Other upgrades, such as those to HTTP/2 that Java offers, are answered as requests. */
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve())
  })

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
const taken = (port: number) =>
  new StartError(
    `Port ${port} is in use. Stop the other program or use another port: npm run dev -- --port ${port + 1}`,
  )

/** Throws a StartError if the port is in use. */
export async function assertPortFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const probe = createServer()
    try {
      await listen(probe, port, host)
      await close(probe)
    } catch (error) {
      if (isTaken(error)) throw taken(port)
    }
  }
}

/** Listens on IPv6 too, because `localhost` may mean either. */
async function alsoOnIpv6(handler: Handler, main: Server | null, port: number): Promise<Server | undefined> {
  const second = createServer(serverOptions, (incoming, outgoing) =>
    handler(incoming, outgoing, () => outgoing.end()),
  )
  second.on('upgrade', (...upgrade) => main?.emit('upgrade', ...upgrade))
  try {
    await listen(second, port, '::1')
    return second
  } catch (error) {
    if (isTaken(error)) throw taken(port)
    return undefined
  }
}

const isHttp1 = (server: unknown): server is Server => typeof server === 'object' && server !== null

/** Serves the SPA on http://localhost:port, from its sources or as built. */
export async function startWeb(options: {
  root: string
  mode: 'dev' | 'built'
  port: number
  targets: () => Targets | undefined
}): Promise<{ stop(): Promise<void> }> {
  const { root, port } = options
  // The Worker decides which origins may call the API.
  const cors = false
  const common = {
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    plugins: [oneOrigin(options.targets)],
  } satisfies InlineConfig
  const where = { host: '127.0.0.1', port, strictPort: true }
  if (options.mode === 'dev') {
    const allow = ['web', 'worker', 'node_modules'].map((folder) => join(root, folder))
    const vite = await createVite({ ...common, server: { ...where, cors, fs: { allow } } })
    await vite.listen()
    return served(vite, port)
  }
  if (process.env.TINPROOF_BUILT !== '1') await build({ ...common, plugins: [], logLevel: 'error' })
  const plugins = [
    headersOfPages(join(root, 'web/public/_headers')),
    ...common.plugins,
    filesOfPages(join(root, 'dist/web')),
  ]
  const vite = await preview({ ...common, plugins, preview: { ...where, cors } })
  return served(vite, port)
}

async function served(vite: ViteDevServer | PreviewServer, port: number): Promise<{ stop(): Promise<void> }> {
  const main = isHttp1(vite.httpServer) ? vite.httpServer : null
  if (main) Object.assign(main, serverOptions)
  const second = await alsoOnIpv6(vite.middlewares, main, port)
  return {
    stop: async () => {
      if (second) await close(second)
      main?.closeAllConnections()
      await vite.close()
    },
  }
}
