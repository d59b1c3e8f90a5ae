import { api, inBody } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { asSentence, formatDateTime } from '#web/lib/format.ts'
import { isOneOf, queries } from '#web/lib/queries.ts'
import { refetchOrDrop, refreshOrganization, setData } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { attemptIn } from './report-failure.ts'

async function show(organization: OrganizationDetail): Promise<void> {
  const { id } = organization
  await setData(queries.organization(id), organization)
  await Promise.all([
    refreshOrganization(id),
    refetchOrDrop(isOneOf(queries.tokens(id), queries.projects(id), queries.subscription(id))),
  ])
}

/** True if it's deleted: the user can cancel, and the call can fail. */
export const deleteOrganization = ({ id, name }: Organization) =>
  attemptIn(id, 'Failed to delete organization', async () => {
    const response = await confirmed(() => api.organization.$delete(inBody(id, { name })))
    if (!response) return false
    const deleted = await response.json()
    if (deleted.deleteAt) {
      toast.success('Organization deleted', {
        description: `You can restore ${name} until ${formatDateTime(deleted.deleteAt)}.`,
      })
    }
    await show(deleted)
    return true
  })

export async function restoreOrganization({ id, name }: Organization): Promise<void> {
  await attemptIn(id, 'Failed to restore organization', async () => {
    const response = await api.organization.restore.$post(inBody(id, {}))
    const restored = await response.json()
    await show(restored)
    const next = restored.status === 'ACTIVE' ? 'Create new API tokens for' : 'Contact support to reactivate'
    toast.success('Organization restored', { description: asSentence(`${next} ${name}`) })
  })
}
