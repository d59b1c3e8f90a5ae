import { api, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { refetch } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { AdminOrganization, AdminUser, OrganizationChange } from '#worker/admin/contract.ts'
import { type Tier, tierNames } from '#worker/organizations/contract.ts'
import { adminQueries, showDisabled, showOrganization, showWithoutTwoFactor } from './admin-queries.ts'

async function putOrganization(
  organizationId: string,
  change: OrganizationChange,
): Promise<AdminOrganization | undefined> {
  const response = await confirmed(() =>
    api.admin.organizations[':organizationId'].$put({
      param: { organizationId: pathParam(organizationId) },
      json: change,
    }),
  )
  if (!response) return undefined
  const changed = await response.json()
  await showOrganization(changed)
  return changed
}

export async function changeTier({ id }: AdminOrganization, tier: Tier): Promise<boolean | undefined> {
  try {
    const changed = await putOrganization(id, { tier })
    if (!changed) return false
    const { name } = changed
    toast.success('Organization updated', { description: `${name} is now on the ${tierNames[tier]} plan.` })
    return true
  } catch {
    toast.error('Update failed', { description: 'Failed to update organization tier. Please try again.' })
    return false
  }
}

export async function changeOrganization(
  { id }: AdminOrganization,
  change: OrganizationChange,
  done: string,
): Promise<boolean | undefined> {
  return await attempt('Update failed', async () => {
    if (!(await putOrganization(id, change))) return false
    toast.success('Organization updated', { description: done })
    return true
  })
}

/** Changes of monitored numbers there are reported again. */
export async function trustRegister(register: string): Promise<boolean | undefined> {
  return await attempt('Update failed', async () => {
    const response = await confirmed(() =>
      api.admin.registers[':register'].trust.$post({ param: { register: pathParam(register) } }),
    )
    if (!response) return false
    await refetch(adminQueries.system)
    toast.success('Register trusted', {
      description: 'We check the suspected changes again and then report them.',
    })
    return true
  })
}

export async function changeUser(
  { id, email }: AdminUser,
  reason: string | undefined,
): Promise<boolean | undefined> {
  return await attempt('Update failed', async () => {
    const response = await confirmed(() =>
      api.admin.users[':userId'].$patch({
        param: { userId: pathParam(id) },
        json: { disabled: reason !== undefined, reason },
      }),
    )
    if (!response) return false
    await showDisabled(id, (await response.json()).disabledReason)
    toast.success(reason === undefined ? 'User enabled' : 'User disabled', {
      description:
        reason === undefined ? `${email} can sign in again.` : `${email} is signed out and can't sign in.`,
    })
    return true
  })
}

export async function resetTwoFactor({ id, email }: AdminUser, reason: string): Promise<boolean | undefined> {
  return await attempt('Reset failed', async () => {
    const response = await confirmed(() =>
      api.admin.users[':userId']['two-factor'].$delete({
        param: { userId: pathParam(id) },
        json: { reason },
      }),
    )
    if (!response) return false
    await showWithoutTwoFactor(id)
    toast.success('Two-factor sign-in reset', {
      description: `${email} is signed out everywhere and can sign in without a code. We emailed them.`,
    })
    return true
  })
}

export async function convertToLead({ id, email }: AdminUser): Promise<void> {
  try {
    const response = await confirmed(() =>
      api.admin['convert-to-lead'][':userId'].$post({ param: { userId: pathParam(id) } }),
    )
    if (!response) return
    const { action } = await response.json()
    toast.success('Lead Conversion Successful', {
      description:
        action === 'created'
          ? `${email} was created as a contact in HubSpot.`
          : `The contact of ${email} in HubSpot was updated.`,
    })
  } catch (error) {
    toast.error('Lead Conversion Failed', {
      description: errorText(error, 'Failed to convert user to lead in HubSpot'),
    })
  }
}
