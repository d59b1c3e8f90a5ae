import { mutate } from 'swr'
import { api, inBody, organizationHeader, pathParam, send } from '#web/lib/api-client.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { refreshAfterValidation } from '#web/lib/swr.ts'
import { reloadOnce } from '#web/ui/reload-once.ts'
import type { Batch, RowResult } from '#worker/batches/contract.ts'
import type { NamedColumns } from '#worker/batches/upload-contract/columns.ts'
import { resultsUrl } from './batch-queries.ts'
import { queryOf } from './preview.ts'

const { batches } = api.tinproof

/** 20 MB take ten minutes at 0.3 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000

export type Upload = {
  body: Blob
  encoding?: string | undefined
  name: string
  source: boolean
  defaultCountry: string | undefined
  columns: NamedColumns
}

export async function startBatch(organizationId: string, upload: Upload): Promise<Batch> {
  const { body, encoding, name, source, defaultCountry, columns } = upload
  const options = new URLSearchParams({
    source: String(source),
    ...(name.trim() && { name: name.trim() }),
    ...(defaultCountry && { defaultCountry }),
    ...queryOf(columns),
  })
  const response = await send(
    `${batches.$path()}?${options}`,
    {
      method: 'POST',
      headers: {
        ...organizationHeader(organizationId),
        Accept: 'application/json',
        'Content-Type': encoding ? `text/csv; charset=${encoding}` : 'text/csv',
      },
      body,
    },
    UPLOAD_TIMEOUT_MS,
  )
  const batch: Batch = await response.json()
  await refreshBatches(organizationId)
  return batch
}

const changeArgs = (organizationId: string, batchId: string) => ({
  ...inBody(organizationId, {}),
  param: { batchId: pathParam(batchId) },
})

export async function cancelBatch(organizationId: string, batchId: string): Promise<void> {
  await batches[':batchId'].cancel.$post(changeArgs(organizationId, batchId))
  await refreshBatches(organizationId)
}

export async function retryBatch(organizationId: string, batchId: string): Promise<void> {
  await batches[':batchId'].retry.$post(changeArgs(organizationId, batchId))
  await refreshBatches(organizationId)
}

export async function deleteBatch(organizationId: string, batchId: string): Promise<void> {
  await batches[':batchId'].$delete(changeArgs(organizationId, batchId))
  await mutate((key) => typeof key === 'string' && key.startsWith(`${batches.$path()}?`))
}

async function refreshBatches(organizationId: string): Promise<void> {
  const path = batches.$path()
  await Promise.all([
    mutate((key) => typeof key === 'string' && key.startsWith(path)),
    refreshAfterValidation(organizationId),
  ])
}

const INTERRUPTED = 'The download was interrupted'

export async function downloadWorkbook(
  organizationId: string,
  batchId: string,
  result?: RowResult,
): Promise<void> {
  const [{ csvToWorkbook }, { body }] = await Promise.all([
    import('./workbook.ts').catch(reloadOnce),
    send(resultsUrl(organizationId, batchId, 'csv', result), {}, UPLOAD_TIMEOUT_MS),
  ])
  if (!body) throw new Error(INTERRUPTED)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  saveFile(`tinproof-${batchId}.xlsx`, type, await csvToWorkbook(body, INTERRUPTED))
}

/** All results as one JSON array. The API has them in pages or as NDJSON. */
export async function downloadJson(organizationId: string, batchId: string, only?: RowResult): Promise<void> {
  const response = await send(resultsUrl(organizationId, batchId, 'ndjson', only), {}, UPLOAD_TIMEOUT_MS)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  if (lines.at(-1)?.startsWith('{"error":')) throw new Error(INTERRUPTED)
  saveFile(`tinproof-${batchId}.json`, 'application/json', `[\n${lines.join(',\n')}\n]\n`)
}
