import { api, inBody } from '#web/lib/api-client.ts'
import { asSentence } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, refreshOrganization, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { OrganizationDetail, OrganizationSettings } from '#worker/organizations/contract.ts'
import { attemptIn } from './report-failure.ts'

export const FAILURE = 'Organization update failed'

const updateSettings = (organizationId: string, settings: OrganizationSettings) =>
  api.organization.$patch(inBody(organizationId, settings))

export async function renameOrganization(organizationId: string, name: string) {
  const call = updateSettings(organizationId, { name })
  return await attemptIn(organizationId, FAILURE, async () => {
    await Promise.all([
      updateOptimistically(queries.organization(organizationId), call, (organization) => ({
        ...organization,
        name,
      })),
      updateOptimistically(queries.organizations, call, (organizations) =>
        organizations.map((each) => (each.id === organizationId ? { ...each, name } : each)),
      ),
    ])
    toast.success('Organization updated', { description: asSentence(`Its name is now ${name}`) })
    return true
  })
}

const registerFor = (vatNumber: string) =>
  /^[^0-9A-Z]*GB/i.test(vatNumber) ? 'HM Revenue & Customs' : 'VIES'

/** Sets the VAT number, or removes it with null. Throws what the server refuses. */
export async function changeVatNumber(organizationId: string, vatNumber: string | null): Promise<void> {
  await updateSettings(organizationId, { vatNumber })
  const description = vatNumber
    ? `${registerFor(vatNumber)} now includes a consultation number in its responses.`
    : 'VAT number removed. Responses no longer include a consultation number.'
  toast.success('Organization updated', { description })
  // Paddle gets the VAT number with the billing details.
  await Promise.all([refreshOrganization(organizationId), refetch(queries.subscription(organizationId))])
}

type Settings = Pick<
  OrganizationDetail,
  'batchRetentionDays' | 'keepsRecords' | 'recordYears' | 'monitorDigest'
>

export async function changeSettings(
  organizationId: string,
  settings: Partial<Settings>,
  { failure = FAILURE, description }: { failure?: string; description?: string },
): Promise<void> {
  const call = updateSettings(organizationId, settings)
  await attemptIn(organizationId, failure, async () => {
    await updateOptimistically(queries.organization(organizationId), call, (organization) => ({
      ...organization,
      ...settings,
    }))
    if (description) toast.success('Organization updated', { description })
  })
}
