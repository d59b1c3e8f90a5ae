import { PATH } from './bench-world.ts'
import { bundled } from './bundled.ts'
import type { Module } from './workerd-process.ts'

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

const bundle = async (contents: string) => moduleOf(await bundled({ contents }))

/** Bundles as small as a deployment's, to compare the product with. */
export const bundleRoutes = async () => ({
  nothing: moduleOf(nothing),
  empty: await bundle(emptyRoute),
  fetching: await bundle(oneRequest),
  sending: await bundle(oneMessage),
  libraries: await bundle(libraries),
})
