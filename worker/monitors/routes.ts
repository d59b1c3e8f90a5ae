import type { Context as HonoContext } from 'hono'
import { readCsv, readNdjson } from '#worker/batches/read-upload.ts'
import { countUpload, takeUpload, type Uploader } from '#worker/batches/upload-limits.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { apiRoutes } from '#worker/http/api-routes.ts'
import type { AppEnv, Identity } from '#worker/http/app-env.ts'
import { bearerToken } from '#worker/http/caller.ts'
import { idempotent } from '#worker/http/idempotent.ts'
import { identify } from '#worker/http/identify.ts'
import {
  body,
  declaredInput,
  params,
  parseQuery,
  query,
  readInput,
  requireJson,
  requireUploadType,
  type UploadType,
} from '#worker/http/input.ts'
import { limitBody } from '#worker/http/middleware.ts'
import { noQuery, type OrganizationInput } from '#worker/http/session.ts'
import { SANDBOX_NEEDS_TEST_TOKEN } from '#worker/validation/sandbox/contract.ts'
import { checkMonitor, deleteMonitor, updateMonitor } from './change.ts'
import {
  createMonitorSchema,
  type ImportBatch,
  importBatchSchema,
  importFileSchema,
  listMonitorsSchema,
  monitorParamSchema,
  updateMonitorSchema,
} from './contract.ts'
import { type Creator, createMonitor } from './create.ts'
import { importMonitors, numbersOfBatch, numbersOfRows } from './import.ts'
import { listMonitors, readMonitor, readTier } from './list.ts'

const isMonitor = params(monitorParamSchema, 'MONITOR_NOT_FOUND')

type ImportInput = OrganizationInput & { json: ImportBatch }

export const monitorRoutes = apiRoutes('/api/tinproof/monitors')
  .post('/import/csv', requireUploadType('csv'), (c) => importFrom(c, 'csv'))
  .post('/import/ndjson', requireUploadType('ndjson'), (c) => importFrom(c, 'ndjson'))
  .post('/import', requireUploadType('json'), limitBody, noQuery, declaredInput<ImportInput>(), (c) =>
    importFrom(c, 'json'),
  )
  .use(limitBody)
  .get('/', query(listMonitorsSchema), async (c) => {
    const { organizationId, isTest } = await identify(c)
    return c.json(await listMonitors(c.get('ctx'), { ...c.req.valid('query'), organizationId, isTest }))
  })
  .post('/', requireJson, noQuery, body(createMonitorSchema), async (c) => {
    const identity = await identify(c, { active: true, validation: true })
    const { organizationId: _, ...input } = c.req.valid('json')
    if (input.sandbox !== undefined && !identity.isTest)
      throw invalidField('sandbox', SANDBOX_NEEDS_TEST_TOKEN)
    const create = async () => c.json(await createMonitor(c.get('ctx'), creatorOf(identity), input), 201)
    const token = bearerToken(c)
    return token === undefined
      ? await create()
      : await idempotent(c, { token, input: JSON.stringify(input) }, create)
  })
  .get('/:monitorId', isMonitor, noQuery, async (c) => {
    return c.json(await readMonitor(c.get('ctx'), { ...c.req.valid('param'), ...(await identify(c)) }))
  })
  .patch('/:monitorId', requireJson, isMonitor, noQuery, body(updateMonitorSchema), async (c) => {
    const change = await changeOf(c, c.req.valid('param'))
    return c.json(await updateMonitor(c.get('ctx'), { ...c.req.valid('json'), ...change }))
  })
  .delete('/:monitorId', isMonitor, noQuery, async (c) => {
    await deleteMonitor(c.get('ctx'), await changeOf(c, c.req.valid('param')))
    return c.body(null, 204)
  })
  .post('/:monitorId/check', isMonitor, noQuery, async (c) =>
    c.json(await checkMonitor(c.get('ctx'), await changeOf(c, c.req.valid('param'))), 202),
  )

async function importFrom(c: HonoContext<AppEnv>, type: UploadType) {
  const creator = creatorOf(await identify(c, { active: true, validation: true, readsBody: type === 'json' }))
  const ctx = c.get('ctx')
  const uploader = {
    organizationId: creator.organizationId,
    tier: await readTier(ctx.db, creator.organizationId),
    isTest: !creator.live,
  }
  const numbers = type === 'json' ? await batchNumbers(c, creator) : fileNumbers(c, type, uploader)
  await takeUpload(ctx, uploader, 'batches')
  return c.json(await importMonitors(ctx, creator, numbers))
}

async function batchNumbers(c: HonoContext<AppEnv>, creator: Creator) {
  const input = await readInput(c, importBatchSchema)
  if (input instanceof AppError) throw input
  return { rows: await numbersOfBatch(c.get('ctx'), creator, input.batchId), every: input.every }
}

function fileNumbers(c: HonoContext<AppEnv>, type: 'csv' | 'ndjson', uploader: Uploader) {
  const { every, ...options } = parseQuery(c, importFileSchema)
  const read = type === 'csv' ? readCsv : readNdjson
  const contentType = c.req.header('Content-Type')
  const { rows } = read(countUpload(c.get('ctx'), uploader, c.req.raw), { ...options, contentType })
  return { rows: numbersOfRows(rows), every }
}

const changeOf = async (c: HonoContext<AppEnv>, param: { monitorId: string }) => ({
  ...param,
  ...(await identify(c, { active: true, validation: true })),
})

const creatorOf = ({ organizationId, userId, isTest }: Identity): Creator => ({
  organizationId,
  live: !isTest,
  createdBy: userId,
})
