import { api, inBody, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { type Query, query } from '#web/lib/queries.ts'
import { refetch, updateOptimistically } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import type { CreatedReceipt, OpenedReceipt, Receipt } from '#worker/receipts/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

export const receiptsQuery = (organizationId: string): Query<Receipt[]> =>
  query(api.receipts, { query: { organizationId } })

/** The secret goes in the body, so that it is in no URL. */
export const openedReceiptQuery = (secret: string): Query<OpenedReceipt> => ({
  key: `receipt ${secret}`,
  read: async (init = {}) => await (await api.receipts.open.$post({ json: { secret } }, { init })).json(),
})

export type SharedAnswer = { response: ValidationResponse; name: string | undefined; signature: string }

export async function createReceipt(
  organizationId: string,
  { response, name, signature }: SharedAnswer,
): Promise<CreatedReceipt> {
  const answer = JSON.stringify(response)
  const created = await api.receipts.$post(
    inBody(organizationId, { answer, signature, ...(name && { name }) }),
  )
  void refetch(receiptsQuery(organizationId))
  return await created.json()
}

/** Browsers send no server the part after the #. */
export const receiptLink = (secret: string): string => `${location.origin}${paths.receipt}#${secret}`

export async function deleteReceipt(organizationId: string, { id }: Receipt): Promise<void> {
  const list = receiptsQuery(organizationId)
  const call = api.receipts[':receiptId'].$delete({
    header: organizationHeader(organizationId),
    param: { receiptId: pathParam(String(id)) },
  })
  await attempt('Failed to delete receipt', async () => {
    await updateOptimistically(list, call, (receipts) => receipts.filter((receipt) => receipt.id !== id))
  })
  await refetch(list)
}
