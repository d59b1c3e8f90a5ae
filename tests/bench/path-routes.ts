import { join } from 'node:path'
import { build } from 'esbuild'
import { PATH } from './bench-world.ts'
import type { Module } from './workerd-process.ts'

const root = join(import.meta.dirname, '../..')

const nothing = `export default { fetch: () => new Response('{}') }`
const emptyRoute = `import { Hono } from 'hono'
export default new Hono().post('${PATH}', (c) => c.json({ isValid: true }))`
const oneRequest = `import { Hono } from 'hono'
export default new Hono().post('${PATH}', async (c) => {
  const response = await fetch(c.env.UPSTASH_REDIS_REST_URL, {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + c.env.UPSTASH_REDIS_REST_TOKEN, 'Content-Type': 'application/json' },
    body: '["PING"]',
  })
  return c.json(await response.json())
})`

const oneMessage = `import { Hono } from 'hono'
export default new Hono().post('${PATH}', (c) => {
  c.executionCtx.waitUntil(c.env.CALL_QUEUE.sendBatch([{ body: { isValid: true } }]))
  return c.json({ isValid: true })
})`

/** The libraries that answer a call and spend it, without a line of the product. */
const libraries = `import { Hono } from 'hono/quick'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { Redis } from '@upstash/redis/cloudflare'
import * as z from 'zod'
const schema = z.object({ countryCode: z.string().length(2), tin: z.string().max(100) })
let redis
export default new Hono().use(secureHeaders()).use(bodyLimit({ maxSize: 65_536 })).post('${PATH}', async (c) => {
  const input = schema.parse(await c.req.json())
  redis ??= new Redis({
    url: c.env.UPSTASH_REDIS_REST_URL,
    token: c.env.UPSTASH_REDIS_REST_TOKEN,
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(2_000),
    automaticDeserialization: false,
    responseEncoding: false,
    enableAutoPipelining: false,
    readYourWrites: false,
    enableTelemetry: false,
  })
  c.executionCtx.waitUntil(redis.ping())
  return c.json(input)
})`

const moduleOf = (contents: string): Module[] => [{ path: 'index.mjs', contents }]

async function bundled(contents: string): Promise<Module[]> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    write: false,
  })
  return moduleOf(outputFiles[0]?.text ?? '')
}

/** Bundles as small as a deployment's, to compare the product with. */
export const bundleRoutes = async () => ({
  nothing: moduleOf(nothing),
  empty: await bundled(emptyRoute),
  fetching: await bundled(oneRequest),
  sending: await bundled(oneMessage),
  libraries: await bundled(libraries),
})
