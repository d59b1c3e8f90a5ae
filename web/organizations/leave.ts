import { leaveOrganization } from '#web/lib/session.ts'
import { refreshMembers } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import { tellFailure } from './change.ts'

/** The next organization shows at once. What the server refuses was not known here, so the team is read anew. */
export async function leave({ id, name }: Pick<Organization, 'id' | 'name'>): Promise<void> {
  try {
    await leaveOrganization(id)
    toast.success(`You left ${name}`)
  } catch (error) {
    await tellFailure('Leave organization failed', error, id)
    await refreshMembers(id)
  }
}
