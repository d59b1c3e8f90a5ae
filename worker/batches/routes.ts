import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type * as z from 'zod'
import { apiRoutes } from '#worker/http/api-routes.ts'
import type { AppEnv, Identity } from '#worker/http/app-env.ts'
import { bearerToken, clientCountry, clientIp, clientNetwork } from '#worker/http/caller.ts'
import { jsonWithEtag } from '#worker/http/etag.ts'
import { idempotent } from '#worker/http/idempotent.ts'
import { authorizeToken, identify } from '#worker/http/identify.ts'
import {
  body,
  declaredInput,
  params,
  parseQuery,
  query,
  requireJson,
  requireUploadType,
  type UploadType,
} from '#worker/http/input.ts'
import { limitBody } from '#worker/http/middleware.ts'
import { noQuery, type OrganizationInput } from '#worker/http/session.ts'
import { toUuid } from '#worker/lib/digest.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { findDashboardToken } from '#worker/quota/dashboard-token.ts'
import { cancelBatch, deleteBatch } from './cancel.ts'
import {
  type Batch,
  type BatchResult,
  batchFileSchema,
  batchParamSchema,
  batchResultsSchema,
  batchSchema,
  createBatchQuerySchema,
  type createBatchSchema,
  downloadName,
  estimateSchema,
  listBatchesSchema,
  uploadQuerySchema,
} from './contract.ts'
import { type BatchCaller, createBatch } from './create.ts'
import { estimateBatch } from './estimate.ts'
import { listBatches, readBatch } from './get.ts'
import { chunksOf, readCsv, readJson, readNdjson } from './read-upload.ts'
import { type FileFormat, readResultsPage, streamResults } from './results.ts'
import { retryBatch } from './retry.ts'
import { isInProgress } from './state.ts'
import { countUpload } from './upload-limits.ts'

type CreateInput = OrganizationInput & { json: z.input<typeof createBatchSchema> }

const createdSchema = batchSchema.pick({ id: true, state: true, estimatedEndAt: true, registers: true })

const isIn = params(batchParamSchema, 'BATCH_NOT_FOUND')

export const batchRoutes = apiRoutes('/api/tinproof/batches')
  .get('/', query(listBatchesSchema), async (c) => {
    const { organizationId, isTest } = await identify(c)
    return c.json(await listBatches(c.get('ctx'), { ...c.req.valid('query'), organizationId, isTest }))
  })
  .post('/', requireUploadType('json'), declaredInput<CreateInput>(), (c) => upload(c, 'json'))
  .post('/csv', requireUploadType('csv'), (c) => upload(c, 'csv'))
  .post('/ndjson', requireUploadType('ndjson'), (c) => upload(c, 'ndjson'))
  .use('/:batchId/*', limitBody)
  .post('/estimate', requireJson, noQuery, body(estimateSchema), async (c) => {
    const { organizationId, caller } = await identify(c)
    const { canUseRegisters = true } = caller ?? {}
    return c.json(await estimateBatch(c.get('ctx'), c.req.valid('json'), { organizationId, canUseRegisters }))
  })
  .get('/:batchId', isIn, noQuery, async (c) => {
    const batch = await readBatch(c.get('ctx'), await batchOf(c, c.req.valid('param')))
    const { estimatedEndAt: _, registers, ...rest } = batch
    const tag = hashKey(
      JSON.stringify([rest, registers.map(({ id, waiting, reason }) => [id, waiting, reason])]),
    )
    const answer = jsonWithEtag<Batch>(c, { json: JSON.stringify(batch), etag: `W/"${tag}"` })
    setRetryAfter(answer, batch)
    return answer
  })
  .get('/:batchId/results', isIn, query(batchResultsSchema), async (c) => {
    const id = await batchOf(c, c.req.valid('param'))
    return c.json(await readResultsPage(c.get('ctx'), { ...c.req.valid('query'), ...id }))
  })
  .get('/:batchId/results/csv', isIn, query(batchFileSchema), async (c) =>
    download(c, c.req.valid('param'), { ...c.req.valid('query'), format: 'csv' }),
  )
  .get('/:batchId/results/ndjson', isIn, query(batchFileSchema), async (c) =>
    download(c, c.req.valid('param'), { ...c.req.valid('query'), format: 'ndjson' }),
  )
  .post('/:batchId/cancel', isIn, noQuery, async (c) =>
    c.json(await cancelBatch(c.get('ctx'), await changeOf(c, c.req.valid('param')))),
  )
  .post('/:batchId/retry', isIn, noQuery, async (c) =>
    c.json(await retryBatch(c.get('ctx'), await changeOf(c, c.req.valid('param')))),
  )
  .delete('/:batchId', isIn, noQuery, async (c) => {
    await deleteBatch(c.get('ctx'), await changeOf(c, c.req.valid('param')))
    return c.body(null, 204)
  })

async function upload(c: HonoContext<AppEnv>, uploadType: UploadType) {
  const identity = await identify(c, { active: true, readsBody: false })
  const creator = await creatorOf(c, identity, uploadType)
  const { organizationId, caller, isTest } = creator
  const uploader = { organizationId, tier: caller.tier, isTest }
  const sent = countUpload(c.get('ctx'), uploader, c.req.raw)
  const token = bearerToken(c)
  const create = async (body: Body, idempotencyId: string | null) =>
    c.json(await createFrom(c, { ...creator, idempotencyId }, { uploadType, body }), 202)
  const answer =
    token === undefined || c.req.header('Idempotency-Key') === undefined
      ? await create(sent, dashboardUploadId(c, creator))
      : await createOnce(c, { token, uploadType, sent }, create)
  const batch = createdSchema.parse(await answer.clone().json())
  answer.headers.set('Location', `/api/tinproof/batches/${batch.id}`)
  setRetryAfter(answer, batch)
  return answer
}

/** The dashboard has a key for each batch that it starts, so the file itself isn't compared. */
function dashboardUploadId(
  c: HonoContext<AppEnv>,
  { organizationId, createdBy }: Pick<BatchCaller, 'organizationId' | 'createdBy'>,
): string | null {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined || createdBy === null) return null
  const call = [organizationId, createdBy, key, new URL(c.req.url).search, c.req.header('Content-Type')]
  return toUuid(createHash('sha256').update(JSON.stringify(call)).digest())
}

type BatchParam = z.output<typeof batchParamSchema>

const batchOf = async (c: HonoContext<AppEnv>, param: BatchParam) => ({ ...param, ...(await identify(c)) })

const changeOf = async (c: HonoContext<AppEnv>, param: BatchParam) => ({
  ...param,
  ...(await identify(c, { active: true, validation: true })),
})

type Body = ReadableStream<Uint8Array>

/** Frees the memory of each part that has been read. */
const streamOf = (parts: Uint8Array[]): Body =>
  new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })

async function hashedBody(stream: Body): Promise<{ hash: string; body: Body }> {
  const hash = createHash('sha256')
  const parts: Uint8Array[] = []
  for await (const part of chunksOf(stream)) {
    hash.update(part)
    parts.push(part)
  }
  return { hash: hash.digest('base64url'), body: streamOf(parts) }
}

async function createOnce<Answer extends Response>(
  c: HonoContext<AppEnv>,
  { token, uploadType, sent }: { token: string; uploadType: UploadType; sent: Body },
  create: (body: Body, idempotencyId: string) => Promise<Answer>,
): Promise<Answer> {
  const { hash, body } = await hashedBody(sent)
  const input = `${new URL(c.req.url).search} ${uploadType} ${hash}`
  return await idempotent(c, { token, input }, (requestId) => create(body, requestId))
}

async function createFrom(
  c: HonoContext<AppEnv>,
  creator: BatchCaller,
  { uploadType, body }: { uploadType: UploadType; body: Body },
): Promise<Batch> {
  const ctx = c.get('ctx')
  if (uploadType === 'json') return await createBatch(ctx, creator, readJson(body))
  const read = uploadType === 'csv' ? readCsv : readNdjson
  return await createBatch(
    ctx,
    creator,
    read(body, { ...parseQuery(c, uploadQuerySchema), contentType: c.req.header('Content-Type') }),
  )
}

async function creatorOf(c: HonoContext<AppEnv>, identity: Identity, uploadType: UploadType) {
  const ctx = c.get('ctx')
  const { organizationId } = identity
  const { tokenId } = parseQuery(c, uploadType === 'json' ? createBatchQuerySchema : uploadQuerySchema)
  const tokenHash = identity.tokenHash ?? (await findDashboardToken(ctx, organizationId, tokenId))
  const caller = identity.caller ?? (await authorizeToken(c, { tokenHash, organizationId, isTest: false }))
  return {
    organizationId,
    tokenHash,
    caller,
    clientNetwork: clientNetwork(c),
    ...(identity.tokenHash !== undefined && { ip: clientIp(c) }),
    createdBy: identity.userId,
    isTest: identity.isTest,
    call: {
      method: c.req.method,
      endpoint: c.req.path,
      startedAt: c.get('startedAt'),
      callerCountry: clientCountry(c),
    },
  }
}

type Download = { format: FileFormat; result?: BatchResult['result'] | undefined }

async function download(c: HonoContext<AppEnv>, param: BatchParam, { format, result }: Download) {
  const id = await batchOf(c, param)
  return c.body(await streamResults(c.get('ctx'), { ...id, result }, format), 200, {
    'Content-Type': `${mediaTypes[format]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${downloadName(id.batchId, format, result)}"`,
  })
}

const mediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

const POLL_SECONDS = { shortest: 2, longest: 60 } as const

type Polled = Pick<Batch, 'state' | 'estimatedEndAt' | 'registers'>

function setRetryAfter({ headers }: Response, { state, estimatedEndAt, registers }: Polled): void {
  if (!isInProgress({ state })) return
  const waits = registers.map((register) => register.estimatedEndAt ?? register.nextAt)
  const times = [...waits, ...(estimatedEndAt ? [estimatedEndAt] : [])].map((time) => Date.parse(time))
  const left = (Math.max(0, ...times) - Date.now()) / 10_000
  const seconds = Math.ceil(Math.min(POLL_SECONDS.longest, Math.max(POLL_SECONDS.shortest, left)))
  headers.set('Retry-After', String(seconds))
}
