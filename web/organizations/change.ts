import { mutate } from 'swr'
import { errorText, isRefusal } from '#web/lib/api-error.ts'
import { refreshOrganization } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'

/** Shows the data as it will be while the server is told; a failure puts it back and is thrown. Reads nothing anew. */
export async function optimistically<Data extends object>(
  key: string,
  call: Promise<unknown>,
  change: (data: Data) => Data,
): Promise<void> {
  await mutate<Data | undefined, unknown>(key, call, {
    // Another change may be on its way: what is shown already holds it.
    optimisticData: (known, shown) => {
      const data = shown ?? known
      return data && change(data)
    },
    populateCache: false,
    rollbackOnError: true,
    revalidate: false,
  })
}

/** Says why in the server's words. What it refuses was not known here, so role and status are read anew. */
export async function tellFailure(title: string, error: unknown, organizationId: string): Promise<void> {
  toast.error(title, { description: errorText(error) })
  if (isRefusal(error)) await refreshOrganization(organizationId)
}

/** The id of the selected organization; without one it says so under this title. */
export function selectedOrSay(title: string, organizationId: string | undefined): string | undefined {
  if (!organizationId) toast.error(title, { description: 'No organization selected' })
  return organizationId
}
