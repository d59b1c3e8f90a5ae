import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#tests/dev/create-account.ts'
import { GERMAN, type Member, openWorker, refusal, times } from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import { deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { deleteOrganizations } from '#worker/jobs/delete-organizations.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'

const worker = await openWorker('free_quota')

let made = 0
let name: string
let owner: Member
beforeEach(async () => {
  name = `owner-${made++}`
  owner = await worker.signUp(name)
  await worker.confirmPassword(owner)
})

const create = async () =>
  (await owner.post<OrganizationDetail>('/api/user/organizations', { name: `Another ${made++}` })).body
const read = async (by: Member, id: string) =>
  (await by.call<OrganizationDetail>(`/api/organization?organizationId=${id}`)).body
const quotaOf = ({ usedCount, monthlyLimit }: OrganizationDetail) => [usedCount, monthlyLimit]
const use = (id: string, count: number) =>
  worker.sql`update organization_quotas set used_count = ${count} where organization_id = ${id}`
const validate = (id: string, by = owner) =>
  by.post('/api/tinproof/validate', { ...GERMAN, organizationId: id })
const remove = async (id: string) => {
  const { name } = await read(owner, id)
  const { status } = await owner.delete('/api/organization', { organizationId: id, name })
  expect(status).toBe(200)
}
const restore = async (id: string, by = owner) =>
  (await by.post<OrganizationDetail>('/api/organization/restore', { organizationId: id })).body
const deleteAccount = async (member: Member) => {
  await worker.confirmPassword(member)
  expect((await member.delete('/api/user')).status).toBe(204)
}
const endMonth = () =>
  worker.sql`update free_quotas set released_until = now() - interval '1 minute' where released_until is not null`
/** An account that signed up through an invitation has no organization of its own. */
const withoutOrganization = async () => {
  await worker.sql`delete from organizations where id = ${owner.organization.id}`
  return owner
}

describe('the free quota of an owner', () => {
  it('belongs to the first organization; a second one can validate after an upgrade', async () => {
    const { id, ...second } = await create()
    expect(quotaOf({ id, ...second })).toEqual([0, 0])
    const refused = await owner.post<{ code: string; message: string }>('/api/tinproof/validate', {
      ...GERMAN,
      organizationId: id,
    })
    expect(refusal(refused)).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(refused.body.message).toContain('has no free validations')
    expect((await validate(owner.organization.id)).status).toBe(200)
    await worker.updateOrganization(id, { tier: 'PRO' })
    expect((await validate(id)).status).toBe(200)
    await worker.settle()
    expect(quotaOf(await read(owner, id))).toEqual([1, 1_000])
    await worker.updateOrganization(id, { tier: 'FREE' })
    expect(quotaOf(await read(owner, id))).toEqual([1, 0])
  })

  it('is 0 again when a bought plan ends', { tags: 'deep' }, async () => {
    const { id } = await create()
    const { subscriptionId } = await worker.buy(owner, 'PRO', { organizationId: id })
    expect(quotaOf(await read(owner, id))).toEqual([0, 1_000])
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    expect(quotaOf(await read(owner, id))).toEqual([0, 0])
  })

  it('goes to one of 20 organizations that are created at once', { tags: 'deep' }, async () => {
    await withoutOrganization()
    const created = await times(20, () => create())
    const limits = created.flatMap(({ monthlyLimit }) => monthlyLimit ?? [])
    expect(limits.toSorted((a, b) => b - a)).toEqual([100, ...Array(9).fill(0)])
  })

  it('stays with an organization on a paid plan, so a refund never leaves two', async () => {
    await worker.updateOrganization(owner.organization.id, { tier: 'PRO' })
    expect((await create()).monthlyLimit).toBe(0)
    await worker.updateOrganization(owner.organization.id, { tier: 'FREE' })
    expect((await read(owner, owner.organization.id)).monthlyLimit).toBe(100)
  })

  it('does not depend on the organizations of others that the owner joined as an admin', async () => {
    const host = await worker.signUp(`host-${made}`)
    await withoutOrganization()
    await worker.join(owner, host.organization.id, 'admin')
    expect(quotaOf(await create())).toEqual([0, 100])
  })
})

describe('an organization that is deleted', () => {
  it('hands over what is left, and gets it back if nothing else has it', async () => {
    const first = owner.organization.id
    await use(first, 60)
    await remove(first)
    const { id: second, ...created } = await create()
    expect(quotaOf({ id: second, ...created })).toEqual([60, 100])
    expect((await create()).monthlyLimit).toBe(0)
    await use(second, 80)
    await remove(second)
    expect(quotaOf(await restore(first))).toEqual([80, 100])
    expect((await validate(first)).status).toBe(200)
    expect(quotaOf(await restore(second))).toEqual([80, 0])
    await worker.settle()
  })

  it('gets back what is left of a month in which it had no calls', { tags: 'deep' }, async () => {
    const first = owner.organization.id
    await use(first, 60)
    await worker.sql`update organization_quotas set reset_date = now() where organization_id = ${first}`
    await remove(first)
    const { id: second, ...created } = await create()
    expect(quotaOf({ id: second, ...created })).toEqual([0, 100])
    await use(second, 80)
    await remove(second)
    expect(quotaOf(await restore(first))).toEqual([80, 100])
  })

  const hasNone = async (who: string) => {
    const first = owner.organization.id
    await remove(first)
    await create()
    await endMonth()
    await deleteOldRows(worker.context())
    if (who === 'the owner') await restore(first)
    else await worker.updateOrganization(first, { status: 'ACTIVE' })
    expect(quotaOf(await read(owner, first))).toEqual([0, 0])
    expect(refusal(await owner.post('/api/tinproof/validate', GERMAN))).toEqual([429, 'QUOTA_EXCEEDED'])
  }
  const tooLate = 'has none if %s restores it too late'
  it.each(['the owner'])(tooLate, hasNone)
  it.each(['a platform administrator'])(tooLate, { tags: 'deep' }, hasNone)

  it('counts at most 100 of a paid plan', async () => {
    await worker.updateOrganization(owner.organization.id, { tier: 'PRO' })
    await use(owner.organization.id, 700)
    await remove(owner.organization.id)
    expect(quotaOf(await create())).toEqual([100, 100])
  })

  it('counts the call in progress, and refuses the next one', { tags: 'deep' }, async () => {
    const first = owner.organization.id
    const [counted] = await overlap(
      worker,
      ['update', 'organization_quotas'],
      () => validate(first),
      () => remove(first),
    )
    expect(counted.status).toBe(200)
    const second = await create()
    expect(second.usedCount).toBe(1)
    const [, late] = await overlap(
      worker,
      ['update', 'free_quotas'],
      () => remove(second.id),
      () => validate(second.id),
    )
    expect(late.status).not.toBe(200)
    expect((await create()).usedCount).toBe(1)
    await worker.settle()
  })
})

describe('an owner who leaves', () => {
  const endings: [how: string, leave: (colleague: Member) => Promise<unknown>][] = [
    ['leaves', () => owner.post('/api/organization/leave', { organizationId: owner.organization.id })],
    [
      'is removed',
      async (colleague) => {
        await worker.confirmPassword(colleague)
        return colleague.delete('/api/organization/remove-member', {
          organizationId: owner.organization.id,
          userId: owner.user.id,
        })
      },
    ],
  ]
  it.each(endings)('%s: has the free quota again from the next month on', async (_, leave) => {
    const colleague = await worker.colleague(owner.organization.id, 'admin')
    await leave(colleague)
    const { id, ...created } = await create()
    expect(quotaOf({ id, ...created })).toEqual([100, 100])
    expect(quotaOf(await read(colleague, owner.organization.id))).toEqual([0, 100])
    await worker.sql`update organization_quotas set reset_date = now() where organization_id = ${id}`
    expect(quotaOf(await read(owner, id))).toEqual([0, 100])
  })
})

it.each([
  ['left', () => owner.post('/api/organization/leave', { organizationId: owner.organization.id })],
  ['deleted the account', () => deleteAccount(owner)],
] as const)(
  'an organization keeps its quota if its owner %s before it is restored',
  { tags: 'deep' },
  async (_, leave) => {
    const { id } = owner.organization
    const colleague = await worker.colleague(id, 'admin')
    await use(id, 60)
    await remove(id)
    await leave()
    expect(quotaOf(await restore(id, colleague))).toEqual([60, 100])
    await worker.updateOrganization(id, { tier: 'PRO' })
    expect((await validate(id, colleague)).status).toBe(200)
    expect(await worker.sql`select used_count from free_quotas where organization_id = ${id}`).toEqual([])
    await worker.settle()
  },
)

it('an organization has none if its owner left and has the free quota in another one', {
  tags: 'deep',
}, async () => {
  const { id } = owner.organization
  const colleague = await worker.colleague(id, 'admin')
  await remove(id)
  expect((await create()).monthlyLimit).toBe(100)
  await owner.post('/api/organization/leave', { organizationId: id })
  expect(quotaOf(await restore(id, colleague))).toEqual([0, 0])
})

describe('an account that is deleted', () => {
  it('hands over what is left to the next account with the same email, until the month ends', async () => {
    await use(owner.organization.id, 60)
    await deleteAccount(owner)
    const again = await worker.signUp(name)
    expect(quotaOf(again.organization)).toEqual([60, 100])
    await use(again.organization.id, 90)
    await deleteAccount(again)
    expect(quotaOf((await worker.signUp(`other-${name}`)).organization)).toEqual([0, 100])
    const third = await worker.signUp(name)
    expect(quotaOf(third.organization)).toEqual([90, 100])
    await deleteAccount(third)
    await endMonth()
    expect(quotaOf((await worker.signUp(name)).organization)).toEqual([0, 100])
  })

  it('hands over nothing if colleagues keep the organization', { tags: 'deep' }, async () => {
    await worker.colleague(owner.organization.id, 'admin')
    await deleteAccount(owner)
    expect(quotaOf((await worker.signUp(name)).organization)).toEqual([100, 100])
  })

  it('is found after EMAIL_KEYS were rotated', { tags: 'deep' }, async () => {
    await use(owner.organization.id, 60)
    await deleteAccount(owner)
    const context = worker.context()
    const kid = 'newer'
    const secret = crypto.getRandomValues(new Uint8Array(32))
    const settings = {
      ...context.settings,
      EMAIL_KEYS: [{ kid, secret }, ...context.settings.EMAIL_KEYS] as const,
    }
    const account = { email: owner.user.email, passwordHash: 'unused' }
    await createAccount(
      { ...context, settings: { ...settings, EMAIL_KEYS: [...settings.EMAIL_KEYS] } },
      account,
    )
    const used = await worker.sql`select q.used_count from organization_quotas q
      join organization_memberships m using (organization_id) join users u on u.id = m.user_id
      where u.email = ${owner.user.email}`
    expect(used).toEqual([{ used_count: 60 }])
  })

  it('leaves a keyed hash, which the job deletes after the month and the organization', {
    tags: 'deep',
  }, async () => {
    const rows = () =>
      worker.sql<{ email_hash: string }>`select email_hash from free_quotas where email_hash is not null`
    await worker.sql`delete from free_quotas where email_hash is not null`
    await deleteAccount(owner)
    expect(await rows()).toEqual([{ email_hash: expect.stringMatching(/^[\w-]{43}$/) }])
    await worker.sql`update organizations set delete_at = now() - interval '1 minute' where id = ${owner.organization.id}`
    expect((await deleteOrganizations(worker.context())).counts.organizations).toBe(1)
    await deleteOldRows(worker.context())
    expect(await rows()).toHaveLength(1)
    await endMonth()
    await deleteOldRows(worker.context())
    expect(await rows()).toEqual([])
  })
})
