import { apiRoutes } from '#worker/http/api-routes.ts'
import { identify } from '#worker/http/identify.ts'
import { params, query } from '#worker/http/input.ts'
import { limitBody } from '#worker/http/middleware.ts'
import { noQuery } from '#worker/http/session.ts'
import { exportRecordsSchema, inOrder, listRecordsSchema, recordParamSchema } from './contract.ts'
import { deleteRecord } from './delete.ts'
import { exportPeriod } from './export-period.ts'
import { listRecords, readRecord } from './read.ts'

const isIn = params(recordParamSchema, 'RECORD_NOT_FOUND')

export const recordRoutes = apiRoutes('/api/tinproof/records')
  .use(limitBody)
  .get('/', query(inOrder(listRecordsSchema)), async (c) => {
    const { organizationId, isTest } = await identify(c)
    return c.json(await listRecords(c.get('ctx'), { ...c.req.valid('query'), organizationId, isTest }))
  })
  .get('/export', query(inOrder(exportRecordsSchema)), async (c) => {
    const { organizationId, isTest } = await identify(c)
    const ctx = c.get('ctx')
    const stream = await exportPeriod(ctx, { ...c.req.valid('query'), organizationId, live: !isTest })
    return c.body(stream, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="tinproof-records-${ctx.now.toISOString().slice(0, 10)}.zip"`,
    })
  })
  .get('/:recordId', isIn, noQuery, async (c) => {
    return c.json(await readRecord(c.get('ctx'), { ...c.req.valid('param'), ...(await identify(c)) }))
  })
  .delete('/:recordId', isIn, noQuery, async (c) => {
    const identity = await identify(c, { validation: true })
    await deleteRecord(c.get('ctx'), { ...c.req.valid('param'), ...identity })
    return c.body(null, 204)
  })
