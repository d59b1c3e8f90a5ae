import { type Member, openWorker } from '#tests/worker/harness.ts'
import type { MemberRole } from '#worker/organizations/contract.ts'

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
  }
}
