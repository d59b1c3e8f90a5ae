import { type ErrorBody, type Member, openWorker } from '#tests/worker/harness.ts'
import type { MemberRole, Member as OrganizationMember } from '#worker/organizations/contract.ts'

/** The roles of a team that nobody has changed. */
export const AS_THEY_WERE = { admin: 'admin', manager: 'manager', member: 'member' }

/** A Worker with an organization and users to place in it. */
export async function openTeam(name: string) {
  const worker = await openWorker(name)
  const [admin, second, manager, member, stranger] = await Promise.all([
    worker.signUp('admin'),
    worker.signUp('second'),
    worker.signUp('manager'),
    worker.signUp('member'),
    worker.signUp('stranger'),
  ])
  const organizationId = admin.organization.id

  /** Adds the user or changes the role. */
  const place = (user: Member, role: MemberRole) =>
    worker.sql`insert into organization_memberships (user_id, organization_id, role) values (${user.user.id}, ${organizationId}, ${role})
       on conflict (user_id, organization_id) do update set role = excluded.role`

  return {
    worker,
    admin,
    second,
    manager,
    member,
    stranger,
    organizationId,
    place,
    /** Back to one admin, one manager and one member. */
    reset: async () => {
      await place(admin, 'admin')
      await place(manager, 'manager')
      await place(member, 'member')
      await worker.sql`delete from organization_memberships where organization_id = ${organizationId}
        and user_id <> all(${[admin, manager, member].map(({ user }) => user.id)})`
    },
    changeRole: async (by: Member, userId: unknown, role: unknown) => {
      await worker.confirmPassword(by)
      return by.patch<OrganizationMember & ErrorBody>('/api/organization/user-role', {
        userId,
        role,
        organizationId,
      })
    },
    remove: (by: Member, userId: unknown, more: object = {}) =>
      by.delete('/api/organization/remove-member', { userId, organizationId, ...more }),
    inviteAs: (by: Member, email: string) => by.post('/api/organization/invite', { email, organizationId }),
    /** Of all members, by name. */
    roles: async () => {
      const rows = await worker.sql<{ email: string; role: string }>`
        select u.email, m.role from organization_memberships m join users u on u.id = m.user_id
          where m.organization_id = ${organizationId} order by m.id`
      return Object.fromEntries(rows.map(({ email, role }) => [email.replace(/@.*$/, ''), role]))
    },
    /** Of the invitations to an address. */
    statesOf: async (email: string) => {
      const rows = await worker.sql<{ status: string }>`select status from organization_invitations
        where email = ${email} order by id`
      return rows.map(({ status }) => status)
    },
  }
}
