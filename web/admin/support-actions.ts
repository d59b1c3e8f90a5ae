import { api, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt } from '#web/lib/attempt.ts'
import { refetch, setData } from '#web/lib/swr.ts'
import type { FormErrorProps } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { adminQueries } from './admin-queries.ts'

type Answer = { message: string; lastMessageId: number | undefined }

export async function answerRequest(reference: string, answer: Answer): Promise<FormErrorProps | undefined> {
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
          : "We're emailing it to the user.",
    })
    return undefined
  } catch (error) {
    await refetch(adminQueries.queuedRequest(reference))
    return { title: 'Failed to send answer', reason: errorText(error) }
  }
}

export async function changeRequestState(reference: string, state: 'open' | 'closed'): Promise<void> {
  await attempt(state === 'closed' ? 'Failed to close request' : 'Failed to reopen request', async () => {
    const response = await api.admin.support[':reference'].$patch({
      param: { reference: pathParam(reference) },
      json: { state },
    })
    await setData(adminQueries.queuedRequest(reference), await response.json())
    toast.success(state === 'closed' ? 'Request closed' : 'Request reopened')
  })
}
