import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  cookieOf,
  countStatuses,
  type ErrorBody,
  type Member,
  openWorker,
  refusal,
} from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type { User } from '#worker/accounts/contract.ts'
import { deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { ConfirmedEmailChange, EmailChange, EmailChangeLink } from '#worker/profile/contract.ts'

const worker = await openWorker('email_change')
const PASSWORD = 'correct horse battery'

let made = 0
let ann: Member
let oldEmail: string
let newEmail: string
beforeEach(async () => {
  made++
  ann = await signUp('ann')
  oldEmail = ann.user.email
  newEmail = `ann.new${made}@example.test`
})

/** Someone who just entered the password. */
async function signUp(name: string): Promise<Member> {
  const member = await worker.signUp(`${name}${made}`)
  await worker.confirmPassword(member)
  return member
}
const request = (who: Member, email: string) =>
  who.post<EmailChange & ErrorBody>('/api/user/email-change', { email })
const pending = async (who: Member) => (await who.call<EmailChange | null>('/api/user/email-change')).body
const check = (token: string) =>
  worker.post<EmailChangeLink & ErrorBody>('/api/email-change/check', { token })
const confirm = (token: string) =>
  worker.post<ConfirmedEmailChange & ErrorBody>('/api/email-change/confirm', { token })
const emailOf = async (who: Member) => (await who.call<User>('/api/user')).body.email

const { emailsTo, linkTo } = worker

async function links() {
  expect((await request(ann, newEmail)).status).toBe(202)
  return { current: await linkTo(oldEmail), next: await linkTo(newEmail) }
}
/** At the address, of the last request. */
const addressOf = async (email: string) => (await check(await linkTo(email))).body.address
const signIn = (email: string) => worker.post('/api/login', { email, password: PASSWORD })

describe('changing the email address', () => {
  it('asks the new address once it has replaced the current one, which another request still knew', async () => {
    const { current, next } = await links()
    await confirm(current)
    const email = `ann.third${made}@example.test`
    const [changed, requested] = await overlap(
      worker,
      ['update', 'users', 'new.email <> old.email'],
      () => confirm(next),
      () => request(ann, email),
    )
    expect([changed.status, requested.status]).toEqual([200, 202])
    expect(await addressOf(newEmail)).toBe('current')
    expect(await addressOf(email)).toBe('new')
  })

  it('is known to a deletion of the account that waited for it', async () => {
    const { current, next } = await links()
    await confirm(current)
    const [, deleted] = await overlap(
      worker,
      ['update', 'users', 'new.email <> old.email'],
      () => confirm(next),
      () => ann.delete('/api/user'),
    )
    expect(deleted.status).toBe(204)
    expect((await emailsTo(newEmail)).map(({ subject }) => subject)).toContain('Your account was deleted')
  })

  it.each([
    ['the current address first', ['current', 'next']],
    ['the new address first', ['next', 'current']],
  ] as const)('needs both addresses, however often one confirms: %s', async (_what, order) => {
    const tokens = await links()
    const waiting = { email: newEmail, isCurrentConfirmed: false, isNewConfirmed: false }
    expect(await pending(ann)).toMatchObject(waiting)
    const [first, second] = order
    const email = newEmail
    for (let time = 0; time < 3; time++)
      expect(await confirm(tokens[first])).toMatchObject({ status: 200, body: { isChanged: false, email } })
    expect(await emailOf(ann)).toBe(oldEmail)
    expect(await pending(ann)).toMatchObject({
      isCurrentConfirmed: first === 'current',
      isNewConfirmed: first === 'next',
    })
    expect(await confirm(tokens[second])).toMatchObject({ status: 200, body: { isChanged: true, email } })
    expect(await emailOf(ann)).toBe(newEmail)
    expect(await pending(ann)).toBeNull()
    expect([(await signIn(oldEmail)).status, (await signIn(newEmail)).status]).toEqual([401, 200])
  })

  it('happens once when both links are confirmed at the same time', { tags: 'deep' }, async () => {
    const { current, next } = await links()
    const answers = await Promise.all([confirm(current), confirm(next), confirm(current), confirm(next)])
    expect(countStatuses(answers)).toEqual({ 200: 4 })
    expect(await emailOf(ann)).toBe(newEmail)
    const notices = (await emailsTo(oldEmail)).filter(
      ({ subject }) => subject === 'Your email address was changed',
    )
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain(newEmail)
  })

  it('stores hashes of links, which show what they confirm, but not the current address to the new one', async () => {
    const { current, next } = await links()
    const stored = JSON.stringify(await worker.sql`select to_jsonb(c) as row from email_changes c`)
    for (const token of [current, next]) {
      expect(stored).not.toContain(token)
      expect(stored).toContain(hashToken(token))
    }
    const waiting = { isConfirmed: false, isChanged: false }
    expect((await check(current)).body).toEqual({ email: newEmail, address: 'current', ...waiting })
    const shown = await check(next)
    expect(shown.body).toEqual({ email: newEmail, address: 'new', ...waiting })
    const [message] = await emailsTo(newEmail)
    for (const text of [JSON.stringify(shown.body), message?.text, message?.html]) {
      expect(text).not.toContain(oldEmail)
    }
    expect(await emailOf(ann)).toBe(oldEmail)
    await confirm(next)
    expect((await check(next)).body).toMatchObject({ isConfirmed: true, isChanged: false })
    expect((await check(current)).body.isConfirmed).toBe(false)
  })
})

describe('a link', () => {
  const invalid = [422, 'EMAIL_CHANGE_INVALID']

  it('stops working after a newer request', { tags: 'deep' }, async () => {
    const first = await links()
    await confirm(first.current)
    await request(ann, `other${made}@example.test`)
    for (const token of [first.current, first.next])
      expect([refusal(await check(token)), refusal(await confirm(token))]).toEqual([invalid, invalid])
    const [current, next] = [await linkTo(oldEmail), await linkTo(`other${made}@example.test`)]
    await confirm(next)
    expect(await emailOf(ann)).toBe(oldEmail)
    await confirm(current)
    expect(await emailOf(ann)).toBe(`other${made}@example.test`)
  })

  it('says that the email was changed until it expires, and changes nothing more', async () => {
    const { current, next } = await links()
    await confirm(current)
    await confirm(next)
    const changed = { status: 200, body: { email: newEmail, isChanged: true } }
    for (const token of [current, next])
      expect([await check(token), await confirm(token)]).toMatchObject([changed, changed])
    expect((await ann.delete('/api/user/email-change')).status).toBe(204)
    expect(await check(next)).toMatchObject(changed)
    const entries = await worker.sql`select event from audit_entries
      where account_id = ${ann.user.id} and event like 'email%' order by id`
    expect(entries.map(({ event }) => event)).toEqual([
      'email_change.requested',
      'email_change.confirmed',
      'email_change.confirmed',
      'email.changed',
    ])
    await worker.sql`update email_changes set expires_at = now() where user_id = ${ann.user.id}`
    expect(refusal(await check(next))).toEqual(invalid)
  })

  it('stops working after a cancellation or 24 hours', async () => {
    const bob = await signUp('bob')
    await request(bob, `bob.new${made}@example.test`)
    const token = await linkTo(bob.user.email)
    await worker.sql`update email_changes set expires_at = now() where user_id = ${bob.user.id}`
    expect([refusal(await check(token)), refusal(await confirm(token))]).toEqual([invalid, invalid])
    expect(await pending(bob)).toBeNull()
    await request(bob, `bob.new${made}@example.test`)
    expect((await bob.delete('/api/user/email-change')).status).toBe(204)
    expect(refusal(await confirm(await linkTo(bob.user.email)))).toEqual(invalid)
    expect((await bob.delete('/api/user/email-change')).status).toBe(204)
  })

  it('stops working when an administrator disables the account, also once it is enabled again', async () => {
    const { current, next } = await links()
    await confirm(next)
    const path = `/api/admin/users/${ann.user.id}`
    await worker.administrator.patch(path, { disabled: true, reason: 'Taken over' })
    expect(refusal(await confirm(current))).toEqual(invalid)
    await worker.administrator.patch(path, { disabled: false })
    expect(refusal(await confirm(current))).toEqual(invalid)
    expect((await signIn(oldEmail)).status).toBe(200)
  })
})

describe('an address that has an account', () => {
  it('gets the same answer and the same emails to the current address, and never changes hands', async () => {
    const taken = await worker.signUp(`taken${made}`)
    const bob = await signUp('bob')
    const known = await request(ann, taken.user.email)
    const unknown = await request(bob, newEmail)
    const shape = ({ status, body }: Answer<EmailChange>) => [status, { ...body, email: '', expiresAt: '' }]
    expect(shape(known)).toEqual(shape(unknown))
    const withoutLinks = async (email: string, target: string) =>
      (await emailsTo(email)).map(({ subject, text }) => [
        subject,
        text.replaceAll(/token=\w+/g, '').replaceAll(target, '@'),
      ])
    expect(await withoutLinks(oldEmail, taken.user.email)).toEqual(
      await withoutLinks(bob.user.email, newEmail),
    )
    const [notice, ...more] = await emailsTo(taken.user.email)
    expect(more).toEqual([])
    expect(notice?.subject).toBe('You already have a Tinproof account')
    expect(notice?.text).not.toContain('/confirm-email')
    expect(notice?.text).not.toContain(oldEmail)
    const confirmed = await confirm(await linkTo(oldEmail))
    const other = await confirm(await linkTo(bob.user.email))
    expect([confirmed.status, confirmed.body.isChanged]).toEqual([other.status, other.body.isChanged])
    expect([await emailOf(ann), await emailOf(taken)]).toEqual([oldEmail, taken.user.email])
  })

  it('is refused by the last link if an account with the new address was created in the meantime', async () => {
    const { current, next } = await links()
    await confirm(current)
    await worker.sql`insert into users (email, password) values (${newEmail}, ${'x'})`
    expect(refusal(await confirm(next))).toEqual([409, 'EMAIL_TAKEN'])
    expect([await emailOf(ann), await pending(ann)]).toEqual([oldEmail, null])
  })

  it('goes to one of two accounts that confirm it at the same time', { tags: 'deep' }, async () => {
    const bob = await signUp('bob')
    const annLinks = await links()
    await request(bob, newEmail)
    const [bobCurrent, bobNext] = [await linkTo(bob.user.email), await linkTo(newEmail)]
    await Promise.all([confirm(annLinks.current), confirm(bobCurrent)])
    const answers = await Promise.all([confirm(annLinks.next), confirm(bobNext)])
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 1 })
    expect([await emailOf(ann), await emailOf(bob)].filter((email) => email === newEmail)).toHaveLength(1)
  })

  it('refuses the current address', async () => {
    const { status, body } = await request(ann, `  ${oldEmail.toUpperCase()} `)
    expect([status, body.code, body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', 'email'])
    expect(await emailsTo(oldEmail)).toEqual([])
  })
})

describe('after the change', () => {
  const change = async () => {
    const { current, next } = await links()
    await confirm(current)
    await confirm(next)
  }

  it('keeps roles, tokens and the session that requested it, and ends all others', async () => {
    const { token } = await ann.createToken()
    const other = await signIn(oldEmail)
    const elsewhere = { headers: { Cookie: cookieOf(other.headers) } }
    expect((await worker.call('/api/user', elsewhere)).status).toBe(200)
    await change()
    expect((await worker.call('/api/user', elsewhere)).status).toBe(401)
    expect((await worker.validate(token)).status).toBe(200)
    const members = await ann.call('/api/organization/members')
    expect(members.body).toMatchObject([{ email: newEmail, role: 'admin' }])
  })

  it('a reset link for the old address stops working', { tags: 'deep' }, async () => {
    await worker.post('/api/auth/forgot-password', { email: oldEmail })
    const token = await linkTo(oldEmail)
    await change()
    // The old address belongs to somebody else by now.
    await worker.sql`insert into users (email, password) values (${oldEmail}, ${'x'})`
    const reset = await worker.post('/api/auth/reset-password', { token, password: 'violet ladder tandem 7' })
    expect(refusal(reset)).toEqual([422, 'RESET_TOKEN_INVALID'])
  })

  it('an invitation to the old address is still for that address', { tags: 'deep' }, async () => {
    const host = await worker.signUp(`host${made}`)
    await host.post('/api/organization/invite', { email: oldEmail })
    const token = await linkTo(oldEmail)
    await change()
    const accepted = await ann.post('/api/invitations/accept', { token })
    expect(refusal(accepted)).toEqual([403, 'INVITATION_NOT_YOURS'])
    await host.post('/api/organization/invite', { email: newEmail })
    const renewed = { token: await linkTo(newEmail) }
    expect((await ann.post('/api/invitations/accept', renewed)).status).toBe(200)
  })
})

describe('a request', () => {
  it('leaves one pending change when two are sent at once', { tags: 'deep' }, async () => {
    const targets = [0, 1, 2].map((index) => `twice${made}.${index}@example.test`)
    const answers = await Promise.all(targets.map((email) => request(ann, email)))
    expect(countStatuses(answers)).toEqual({ 202: 3 })
    const rows = await worker.sql<{ new_email: string }>`select new_email from email_changes
      where user_id = ${ann.user.id}`
    expect(rows).toHaveLength(1)
    const winner = rows[0]?.new_email ?? ''
    const tokens = await Promise.all(targets.map(linkTo))
    const confirmed = await Promise.all(tokens.map(confirm))
    expect(countStatuses(confirmed)).toEqual({ 200: 1, 422: 2 })
    expect((await pending(ann))?.email).toBe(winner)
  })

  it('is deleted by cron after it expires', async () => {
    await request(ann, newEmail)
    const run = () => deleteOldRows(worker.context())
    await run()
    expect(await pending(ann)).not.toBeNull()
    await worker.sql`update email_changes set expires_at = now() - interval '1 second'
      where user_id = ${ann.user.id}`
    await run()
    expect(await worker.sql`select from email_changes where user_id = ${ann.user.id}`).toEqual([])
  })
})
