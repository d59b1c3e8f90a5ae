import { describe, expect, it } from 'vitest'
import type { Member } from '#tests/worker/harness.ts'
import { openSignUpWorker } from './sign-up-worker.ts'

const { worker, openBrowser, tokenFor } = await openSignUpWorker('sign_up_invitations')

describe('an invited person', () => {
  /** The token in the invitation's email. */
  async function invited(email: string, by: Member): Promise<string> {
    const sent = await by.post('/api/organization/invite', { email, role: 'manager' })
    expect(sent.status).toBe(201)
    return worker.linkTo(email)
  }
  /** A sign-up up to its password, in one browser. */
  async function verified(email: string, invitation?: string) {
    const browser = openBrowser()
    await browser.init(email, { invitation })
    await browser.open(email, await tokenFor(email))
    return browser
  }
  const organizationsOf = async (email: string) =>
    worker.sql`select organization_id as id, m.role from organization_memberships m
         join users u on u.id = user_id where u.email = ${email}`

  it('joins the organization when the sign-up is finished, and gets no other', async () => {
    const host = await worker.signUp('host')
    const email = 'invited@example.test'
    const browser = await verified(email, await invited(email, host))
    const { body } = await browser.complete(email)
    expect(body.organization).toMatchObject({
      id: host.organization.id,
      role: 'manager',
      onboarding: 'checklist',
    })
    expect(body.user.organizationId).toBe(host.organization.id)
    expect(await organizationsOf(email)).toEqual([{ id: host.organization.id, role: 'manager' }])
    expect(await worker.sql`select status from organization_invitations where email = ${email}`).toEqual([
      { status: 'accepted' },
    ])
  })

  it('joins in another browser, and with a password that waited', async () => {
    const host = await worker.signUp('other-host')
    const emails = ['invited-phone@example.test', 'invited-password@example.test'] as const
    const [first, second] = await Promise.all(emails.map((email) => invited(email, host)))
    await openBrowser().init(emails[0], { invitation: first })
    const phone = openBrowser()
    await phone.open(emails[0], await tokenFor(emails[0]))
    expect((await phone.complete(emails[0])).body.organization.id).toBe(host.organization.id)
    const browser = openBrowser()
    await browser.register(emails[1], { invitation: second })
    const opened = await browser.open(emails[1], await tokenFor(emails[1]))
    expect(opened.body.organization?.id).toBe(host.organization.id)
  })

  it.each([
    ['withdrawn', "status = 'revoked'"],
    ['expired', "expires_at = now() - interval '1 second'"],
    ['used', "status = 'accepted'"],
  ])('gets their own organization if the invitation was %s in the meantime', async (what, set) => {
    const host = await worker.signUp(`host-${what}`)
    const email = `invited-${what}@example.test`
    const browser = await verified(email, await invited(email, host))
    await worker.sql(`update organization_invitations set ${set} where email = $1`, [email])
    expect((await browser.complete(email)).body.organization.role).toBe('admin')
    expect(await organizationsOf(email)).toEqual([
      { id: expect.not.stringContaining(host.organization.id), role: 'admin' },
    ])
  })

  it('does not join an organization whose invitation they did not open', async () => {
    const email = 'uninterested@example.test'
    await invited(email, await worker.signUp('pushy-host'))
    const browser = await verified(email)
    expect((await browser.complete(email)).body.organization.role).toBe('admin')
    expect(await organizationsOf(email)).toHaveLength(1)
  })

  it('cannot use the invitation of another address', async () => {
    const host = await worker.signUp('careful-host')
    const invitation = await invited('meant@example.test', host)
    const email = 'not-meant@example.test'
    const browser = await verified(email, invitation)
    expect((await browser.complete(email)).body.organization.id).not.toBe(host.organization.id)
  })
})
