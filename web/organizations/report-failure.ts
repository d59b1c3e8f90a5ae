import { errorText, isRefusal } from '#web/lib/api-error.ts'
import { refreshOrganization } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'

/** A refusal means that role or status changed elsewhere, so both are read again. */
export async function refreshAfterRefusal(error: unknown, organizationId: string): Promise<void> {
  if (isRefusal(error)) await refreshOrganization(organizationId)
}

export async function attemptIn<Result>(
  organizationId: string,
  title: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    toast.error(title, { description: errorText(error) })
    await refreshAfterRefusal(error, organizationId)
    return undefined
  }
}
