import { isRefusal } from '#web/lib/api-error.ts'
import { attempt } from '#web/lib/attempt.ts'
import { refreshOrganization } from '#web/lib/swr.ts'

/** A refusal means that role or status changed elsewhere, so both are read again. */
export async function refreshAfterRefusal(error: unknown, organizationId: string): Promise<void> {
  if (isRefusal(error)) await refreshOrganization(organizationId)
}

export const attemptIn = <Result>(organizationId: string, title: string, work: () => Promise<Result>) =>
  attempt(title, work, (error) => refreshAfterRefusal(error, organizationId))
