import { api } from '#web/lib/api.ts'
import { keys } from '#web/lib/keys.ts'
import { refreshOrganization } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { optimistically, selectedOrSay, tellFailure } from './change.ts'

/** The new name shows at once, here and in the switcher. */
export async function renameOrganization(organizationId: string | undefined, name: string): Promise<void> {
  const failure = 'Organization update failed'
  const selected = selectedOrSay(failure, organizationId)
  if (!selected) return
  const call = api.updateOrganization(selected, { name })
  try {
    await Promise.all([
      optimistically<OrganizationDetail>(keys.organization(selected), call, (known) => ({ ...known, name })),
      optimistically<readonly Organization[]>(keys.organizations, call, (known) =>
        known.map((each) => (each.id === selected ? { ...each, name } : each)),
      ),
    ])
    toast.success('Organization updated', { description: `It is called ${name} now.` })
    await refreshOrganization(selected)
  } catch (error) {
    await tellFailure(failure, error, selected)
  }
}
