import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { keys } from '#web/lib/keys.ts'
import { refreshOrganization } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { optimistically, tellFailure } from './change.ts'

/** As the server will keep it, as far as that can be told here. */
const tidied = (vatNumber: string) => vatNumber.toUpperCase().replace(/[^0-9A-Z+*]/g, '')

/** The register that is asked in the name of a number. */
const giverOf = (vatNumber: string) => (tidied(vatNumber).startsWith('GB') ? 'HM Revenue & Customs' : 'VIES')

/**
 * The new VAT number shows at once; null takes it out. Returns what the server finds wrong with the number itself,
 * which is then as it was before.
 */
export async function changeVatNumber(
  organizationId: string,
  vatNumber: string | null,
): Promise<string | undefined> {
  const call = api.updateOrganization(organizationId, { vatNumber })
  try {
    await optimistically<OrganizationDetail>(keys.organization(organizationId), call, (known) => ({
      ...known,
      vatNumber: vatNumber && tidied(vatNumber),
    }))
    const description = vatNumber
      ? `${giverOf(vatNumber)} gives a consultation number with its answers from now on.`
      : 'The VAT number is removed. Answers come without a consultation number from now on.'
    toast.success('Organization updated', { description })
    await refreshOrganization(organizationId)
    return undefined
  } catch (error) {
    const problem = numberProblem(error)
    if (!problem) await tellFailure('Organization update failed', error, organizationId)
    return problem
  }
}

function numberProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.details.find(({ path }) => path === 'vatNumber')?.message
}
