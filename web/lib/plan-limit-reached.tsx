import type { Organization } from '#worker/organizations/contract.ts'
import { formatNumber } from './format.ts'
import { GetMore } from './get-more.tsx'

type PlanLimitReachedProps = { organization: Organization; what: string; count: number; limit: number }

/** A downgrade keeps more than the new plan allows. */
export const PlanLimitReached = ({ organization, what, count, limit }: PlanLimitReachedProps) => (
  <>
    All {formatNumber(limit)} {what} of your plan are in use. Delete {formatNumber(count - limit + 1)} to add
    another. <GetMore organization={organization} />
  </>
)
