import { api, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { refetch, setData } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import { adminQueries } from './admin-queries.ts'

type Answer = { message: string; lastMessageId: number | undefined }

/** Returns whether the answer was sent. */
export async function answerRequest(reference: string, answer: Answer): Promise<boolean> {
  try {
    const response = await api.admin.support[':reference'].answers.$post({
      param: { reference: pathParam(reference) },
      json: answer,
    })
    const request = await response.json()
    await setData(adminQueries.queuedRequest(reference), request)
    toast.success('Answer sent', {
      description:
        request.state === 'open'
          ? 'The user wrote another message in the meantime, so the request stays open.'
          : 'We’re emailing it to the user.',
    })
    return true
  } catch (error) {
    toast.error('Failed to send answer', { description: errorText(error) })
    await refetch(adminQueries.queuedRequest(reference))
    return false
  }
}

export async function changeRequestState(reference: string, state: 'open' | 'closed'): Promise<void> {
  try {
    const response = await api.admin.support[':reference'].$patch({
      param: { reference: pathParam(reference) },
      json: { state },
    })
    await setData(adminQueries.queuedRequest(reference), await response.json())
    toast.success(state === 'closed' ? 'Request closed' : 'Request reopened')
  } catch (error) {
    toast.error(state === 'closed' ? 'Failed to close request' : 'Failed to reopen request', {
      description: errorText(error),
    })
  }
}
