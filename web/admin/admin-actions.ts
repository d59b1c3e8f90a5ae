import { api, pathParam } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { refetch } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { AdminOrganization, AdminUser, OrganizationChange } from '#worker/admin/contract.ts'
import { type Tier, tierNames } from '#worker/organizations/contract.ts'
import { adminQueries, showDisabled, showOrganization, showWithoutTwoFactor } from './admin-queries.ts'

type Texts = { success: string; description: string }

/** True if it's done: the administrator can cancel. */
async function apply<Answer extends object>(
  { success, description }: Texts,
  call: () => Promise<Answer>,
  show: (answer: Answer) => Promise<unknown>,
): Promise<boolean> {
  const answer = await confirmed(call)
  if (!answer) return false
  await show(answer)
  toast.success(success, { description })
  return true
}

const putOrganization = ({ id }: AdminOrganization, json: OrganizationChange, description: string) =>
  apply(
    { success: 'Organization updated', description },
    () => api.admin.organizations[':organizationId'].$put({ param: { organizationId: pathParam(id) }, json }),
    async (response) => showOrganization(await response.json()),
  )

export const changeOrganization = (...change: Parameters<typeof putOrganization>) =>
  attempt('Update failed', () => putOrganization(...change))

export async function changeTier(organization: AdminOrganization, tier: Tier): Promise<boolean> {
  const done = `${organization.name} is now on the ${tierNames[tier]} plan.`
  try {
    return await putOrganization(organization, { tier }, done)
  } catch {
    toast.error('Update failed', { description: 'Failed to update organization tier. Please try again.' })
    return false
  }
}

export const trustRegister = (register: string) =>
  attempt('Update failed', () =>
    apply(
      {
        success: 'Register trusted',
        description: 'We check the suspected changes again and then report them.',
      },
      () => api.admin.registers[':register'].trust.$post({ param: { register: pathParam(register) } }),
      () => refetch(adminQueries.system),
    ),
  )

const user = api.admin.users[':userId']
const of = ({ id }: AdminUser) => ({ param: { userId: pathParam(id) } })

export const changeUser = (changed: AdminUser, reason: string | undefined) =>
  attempt('Update failed', () =>
    apply(
      reason === undefined
        ? { success: 'User enabled', description: `${changed.email} can sign in again.` }
        : { success: 'User disabled', description: `${changed.email} is signed out and can't sign in.` },
      () => user.$patch({ ...of(changed), json: { disabled: reason !== undefined, reason } }),
      async (response) => showDisabled(changed.id, (await response.json()).disabledReason),
    ),
  )

export const resetTwoFactor = (changed: AdminUser, reason: string) =>
  attempt('Reset failed', () =>
    apply(
      {
        success: 'Two-factor sign-in reset',
        description: `${changed.email} is signed out everywhere and can sign in without a code. We emailed them.`,
      },
      () => user['two-factor'].$delete({ ...of(changed), json: { reason } }),
      () => showWithoutTwoFactor(changed.id),
    ),
  )

export async function convertToLead(converted: AdminUser): Promise<void> {
  const { email } = converted
  try {
    const response = await confirmed(() => api.admin['convert-to-lead'][':userId'].$post(of(converted)))
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
