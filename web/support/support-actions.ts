import { api, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt } from '#web/lib/attempt.ts'
import { query } from '#web/lib/queries.ts'
import { refetch, setData } from '#web/lib/swr.ts'
import type { FormErrorProps } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { SubmitRequest } from '#worker/support/contract.ts'

export const requestsQuery = (before?: string) =>
  query(api.support.requests, { query: before ? { before } : {} })

export const requestQuery = (reference: string) =>
  query(api.support.requests[':reference'], { param: { reference: pathParam(reference) } })

export async function submitRequest(
  organizationId: string | undefined,
  fields: SubmitRequest,
): Promise<string> {
  const response = await api.support.submit.$post({
    header: organizationId ? organizationHeader(organizationId) : {},
    json: fields,
  })
  const { reference } = await response.json()
  toast.success('Support request submitted', {
    description: "We've received your request and will get back to you soon.",
  })
  await refetch(requestsQuery())
  return reference
}

export async function sendReply(reference: string, message: string): Promise<FormErrorProps | undefined> {
  try {
    const response = await api.support.requests[':reference'].messages.$post({
      param: { reference: pathParam(reference) },
      json: { message },
    })
    await setData(requestQuery(reference), await response.json())
    toast.success('Reply sent')
    return undefined
  } catch (error) {
    return { title: 'Failed to send reply', reason: errorText(error) }
  }
}

export async function closeRequest(reference: string): Promise<void> {
  await attempt('Failed to close request', async () => {
    const response = await api.support.requests[':reference'].$patch({
      param: { reference: pathParam(reference) },
      json: { state: 'closed' },
    })
    await setData(requestQuery(reference), await response.json())
    toast.success('Request closed')
  })
}
