import { api, inBody, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { bodyQuery, inOrganization, query, type Values } from '#web/lib/queries.ts'
import { refetch, refetchOrDrop, setData } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'

const { records } = api.tinproof

const isList = (key: unknown) => typeof key === 'string' && key.startsWith(`${records.$path()}?`)

export const recordPath = (recordId: string) => `${paths.records}/${recordId}`

export const listQuery = (organizationId: string, page: Values) =>
  query(records, inOrganization(organizationId, page))

const inRecord = (organizationId: string, recordId: string) => ({
  param: { recordId: pathParam(recordId) },
  query: { organizationId },
})

export const recordQuery = (organizationId: string, recordId: string) =>
  query(records[':recordId'], inRecord(organizationId, recordId))

export const openedRecordQuery = (secret: string) =>
  bodyQuery(`record ${secret}`, api.records.open, { json: { secret } })

export const exportUrl = (organizationId: string, period: Values): string =>
  records.export.$path(inOrganization(organizationId, period))

const link = api.records[':recordId'].link

export async function shareRecord(organizationId: string, recordId: string, days: number | null) {
  const param = { recordId: pathParam(recordId) }
  await attempt('Failed to change the link', async () => {
    const shared = await link.$put({ param, ...inBody(organizationId, { days }) })
    await setData(recordQuery(organizationId, recordId), await shared.json())
  })
}

export async function stopSharing(organizationId: string, recordId: string): Promise<void> {
  await attempt('Failed to remove the link', async () => {
    await link.$delete({ ...inRecord(organizationId, recordId), header: organizationHeader(organizationId) })
    toast.success('Link removed', { description: 'It no longer works.' })
  })
  await refetch(recordQuery(organizationId, recordId))
}

export const deleteRecord = (organizationId: string, recordId: string) =>
  attempt('Failed to delete record', async () => {
    await records[':recordId'].$delete({
      ...inRecord(organizationId, recordId),
      header: organizationHeader(organizationId),
    })
    await refetchOrDrop(isList)
    toast.success('Record deleted', { onNextScreen: true })
    return true
  })
