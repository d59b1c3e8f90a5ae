import type { MemberRole, OrganizationStatus, Tier } from './contract.ts'

/** A user's place in an organization, with the organization's row and its quota's. */
export type Membership = {
  role: MemberRole
  organization: {
    id: string
    name: string
    tier: Tier
    status: OrganizationStatus
    createdAt: Date
    monthlyLimit: number
    usedCount: number
    resetDate: Date
    vatNumber: string | null
  }
}
