import { type Organization, rightsOf } from '#worker/organizations/contract.ts'

/** What the screen offers: the rights of the role, and none that changes something while the organization is not active. */
export function allowed({ role, status }: Pick<Organization, 'role' | 'status'>) {
  return rightsOf[status === 'ACTIVE' ? role : 'member']
}

/** Who may invite sees who is invited, whatever the organization's status. */
export const seesInvitations = ({ role }: Pick<Organization, 'role'>): boolean =>
  rightsOf[role].invitesAs.length > 0
