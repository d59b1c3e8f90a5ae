import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  countStatuses,
  type ErrorBody,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import type { SubmitFields, Submitted, SupportPage, SupportThread } from '#worker/support/contract.ts'

const worker = await openWorker('support')
const SUPPORT = 'support@tinproof.test'
const REFERENCE = /^TP-[2-9A-HJKMNP-TV-Z]{6}$/

let made = 0
let ann: Member
beforeEach(async () => {
  made++
  ann = await worker.signUp(`ann${made}`)
})
afterEach(async () => {
  await worker.settle()
  await worker.fakes.reset(worker.namespace)
})

const request = (fields: Partial<SubmitFields> = {}) => ({
  subject: 'A number is refused',
  category: 'technical',
  message: 'DE136695976 was valid yesterday.\nNow it is not.',
  ...fields,
})
const submit = <Body = Submitted>(who: Member, fields: object = {}) =>
  who.post<Body>('/api/support/submit', request(fields))
const submitted = async (who: Member, fields: object = {}) => (await submit(who, fields)).body.reference
const list = async (who: Member, before = '') =>
  (await who.call<SupportPage>(`/api/support/requests${before && `?before=${before}`}`)).body
const read = async (who: Member, reference: string) =>
  (await who.call<SupportThread>(`/api/support/requests/${reference}`)).body
const reply = (who: Member, reference: string, message: string) =>
  who.post<SupportThread & ErrorBody>(`/api/support/requests/${reference}/messages`, { message })
const close = (who: Member, reference: string, state = 'closed') =>
  who.patch<SupportThread & ErrorBody>(`/api/support/requests/${reference}`, { state })
/** Emails about a request, newest first. */
const emails = async (to: string, reference: string) =>
  (await worker.fakes.mailbox(to)).filter(({ subject }) => subject.includes(reference))
const stored = () => worker.sql`select from support_requests where user_id = ${ann.user.id}`

describe('POST /api/support/submit', () => {
  it('stores the request and emails the support address and the user', async () => {
    await worker.updateOrganization(ann.organization.id, { tier: 'PRO' })
    const { status, body } = await submit(ann, { priority: 'high', category: 'billing' })
    await worker.settle()
    expect([status, body]).toEqual([201, { success: true, reference: expect.stringMatching(REFERENCE) }])
    const { reference } = body
    const [toSupport, ...others] = await emails(SUPPORT, reference)
    expect(others).toEqual([])
    expect(toSupport).toMatchObject({
      replyTo: ann.user.email,
      subject: `[${reference}] A number is refused`,
    })
    for (const fact of [
      `Email: ${ann.user.email}`,
      `User ID: ${ann.user.id}`,
      `Organization ID: ${ann.organization.id}`,
      'Plan: Pro',
      'Category: Billing',
      'Priority: High',
      '> DE136695976 was valid yesterday.\n> Now it is not.',
      `/admin/support?request=${reference}`,
    ]) {
      expect(toSupport?.text).toContain(fact)
    }
    const toUser = await emails(ann.user.email, reference)
    expect(toUser).toMatchObject([{ replyTo: SUPPORT, subject: `[${reference}] A number is refused` }])
    expect(toUser[0]?.text).toContain(`/support?request=${reference}`)
    expect(await list(ann)).toMatchObject({
      requests: [{ reference, category: 'billing', priority: 'high', state: 'open' }],
      next: null,
    })
  })

  it('leaves entries in the audit trail, without the text', async () => {
    const reference = await submitted(ann)
    await reply(ann, reference, 'One more thing')
    await close(ann, reference)
    await close(ann, reference)
    const entries = await worker.sql`select event, account_id, actor_id, subject, before, after
      from audit_entries where subject = ${reference} order by id`
    const { id } = ann.user
    const own = { account_id: id, actor_id: id, subject: reference, before: null, after: null }
    expect(entries).toEqual([
      { ...own, event: 'support.requested' },
      { ...own, event: 'support.replied' },
      { ...own, event: 'support.changed', before: { state: 'open' }, after: { state: 'closed' } },
    ])
  })

  it('takes the priority normal by default, and needs no organization', async () => {
    await worker.sql`delete from organization_memberships where user_id = ${ann.user.id}`
    const reference = await submitted(ann, { organizationId: '' })
    await worker.settle()
    expect(await list(ann)).toMatchObject({ requests: [{ reference, priority: 'normal' }] })
    expect((await emails(SUPPORT, reference))[0]?.text).toContain('Organization: None')
  })

  it('makes one request of ten clicks at once', async () => {
    const answers = await times(10, () => submit(ann))
    await worker.settle()
    expect(countStatuses(answers)).toEqual({ 201: 10 })
    const references = new Set(answers.map(({ body }) => body.reference))
    expect(references.size).toBe(1)
    expect(await stored()).toHaveLength(1)
    const [reference = ''] = references
    expect(await emails(SUPPORT, reference)).toHaveLength(1)
    expect(await emails(ann.user.email, reference)).toHaveLength(1)
  })

  it('makes another request of another message, user, or of the same message ten minutes later', async () => {
    const first = await submitted(ann)
    const second = await submitted(ann, { message: 'Something else' })
    const third = await submitted(await worker.signUp(`bob${made}`))
    expect(new Set([first, second, third]).size).toBe(3)
    await worker.sql`update support_requests set created_at = now() - interval '10 minutes 1 second'
      where reference = ${first}`
    expect(await submitted(ann)).not.toBe(first)
  })

  it.each([
    ['no subject', { subject: undefined }, 'subject'],
    ['a subject of 151 characters', { subject: 'x'.repeat(151) }, 'subject'],
    ['a header in the subject', { subject: 'Hello\r\nBcc: everyone@example.test' }, 'subject'],
    ['an unknown category', { category: 'sales' }, 'category'],
    ['a message of line breaks', { message: '\n\r\n' }, 'message'],
    ['a message of 10,001 characters', { message: 'x'.repeat(10_001) }, 'message'],
    ['an unknown priority', { priority: 'asap' }, 'priority'],
  ])('refuses %s', async (_what, fields, path) => {
    const { status, body } = await submit<ErrorBody>(ann, fields)
    expect([status, body.code, body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', path])
    expect(await stored()).toEqual([])
  })

  it('accepts 150 and 10,000 characters, and keeps line breaks', async () => {
    const message = `${'ä'.repeat(9_998)}\r\nx`
    const reference = await submitted(ann, { subject: 'x'.repeat(150), message })
    await worker.settle()
    expect((await read(ann, reference)).messages[0]?.text).toBe(message.replace('\r\n', '\n'))
    expect((await emails(SUPPORT, reference))[0]?.text).toContain('ä'.repeat(9_998))
  })

  it('shows markup in emails as text, in one direction', async () => {
    const reference = await submitted(ann, {
      subject: '<b>Hi</b> \u202eevil',
      message: '</blockquote><img src=x onerror=alert(1)>\nSecond \u202eline',
    })
    await worker.settle()
    const [email] = await emails(SUPPORT, reference)
    expect(email?.subject).toBe(`[${reference}] <b>Hi</b> evil`)
    expect(email?.html).not.toMatch(/<img|<b>/)
    expect(email?.html).toContain('&lt;img src=x onerror=alert(1)&gt;<br>Second line')
  })
})

describe('GET /api/support/requests', () => {
  it('pages through the own requests, newest first', async () => {
    await submitted(await worker.signUp(`bob${made}`))
    await worker.sql`insert into support_requests (reference, user_id, subject, category)
       select 'TP-' || lpad(translate((${made}::int * 100 + i)::text, '01', 'AB'), 6, 'Z'), ${ann.user.id}, 'Number ' || i, 'other' from generate_series(1, 45) as i`
    const first = await list(ann)
    const second = await list(ann, first.next ?? '')
    const third = await list(ann, second.next ?? '')
    const subjects = [first, second, third].flatMap(({ requests }) => requests.map(({ subject }) => subject))
    expect([first, second, third].map(({ requests }) => requests.length)).toEqual([20, 20, 5])
    expect(subjects).toEqual(Array.from({ length: 45 }, (_, index) => `Number ${45 - index}`))
    expect(third.next).toBeNull()
  })

  it.each(['TP-222222', '1', '1.a', '1.1234567890123456789'])('refuses ?before=%s', async (before) => {
    expect((await ann.call(`/api/support/requests?before=${before}`)).status).toBe(422)
  })

  it('takes a place with a number that no request has', async () => {
    const { status, body } = await ann.call('/api/support/requests?before=1.123456789012345678')
    expect([status, body]).toEqual([200, { requests: [], next: null }])
  })
})

describe('a request', () => {
  it('is shown with its messages, also in lower case', async () => {
    const reference = await submitted(ann)
    expect(await read(ann, reference.toLowerCase())).toEqual({
      reference,
      subject: 'A number is refused',
      category: 'technical',
      priority: 'normal',
      state: 'open',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      messages: [
        {
          id: expect.any(Number),
          author: 'user',
          text: 'DE136695976 was valid yesterday.\nNow it is not.',
          createdAt: expect.any(String),
        },
      ],
    })
  })

  it('does not exist for another admin of the organization', async () => {
    const reference = await submitted(ann)
    const bob = await worker.colleague(ann.organization.id, 'admin')
    const answers = await Promise.all([
      bob.call(`/api/support/requests/${reference}`),
      reply(bob, reference, 'Hello'),
      close(bob, reference),
    ])
    expect(answers.map(refusal)).toEqual(Array(3).fill([404, 'SUPPORT_REQUEST_NOT_FOUND']))
    expect(await read(ann, reference)).toMatchObject({ state: 'open', messages: [{ author: 'user' }] })
  })

  it('is open again after a reply, which is emailed to the support address', async () => {
    const reference = await submitted(ann)
    expect((await close(ann, reference)).body.state).toBe('closed')
    const { status, body } = await reply(ann, reference, 'It happens again.')
    await worker.settle()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'open',
      messages: [{}, { author: 'user', text: 'It happens again.' }],
    })
    const [email] = await emails(SUPPORT, reference)
    expect(email).toMatchObject({
      replyTo: ann.user.email,
      subject: `[${reference}] A number is refused`,
      text: expect.stringContaining('> It happens again.'),
    })
  })

  it('gets a reply with the same words again once it was answered or closed', async () => {
    const reference = await submitted(ann)
    await reply(ann, reference, 'Still broken')
    await reply(ann, reference, 'Still broken')
    await worker.sql`with answered as (
        update support_requests set state = 'answered', updated_at = now() where reference = ${reference} returning id)
      insert into support_messages (request_id, author, text) select id, 'support', 'Try again' from answered`
    expect((await reply(ann, reference, 'Still broken')).body.state).toBe('open')
    await close(ann, reference)
    const { body } = await reply(ann, reference, 'Still broken')
    await worker.settle()
    expect(body.state).toBe('open')
    expect(body.messages.slice(1).map(({ text }) => text)).toEqual([
      ...['Still broken', 'Try again', 'Still broken', 'Still broken'],
    ])
    expect(await emails(SUPPORT, reference)).toHaveLength(4)
  })

  it('can only be closed by its user', async () => {
    const reference = await submitted(ann)
    for (const state of ['open', 'answered', '']) {
      expect((await close(ann, reference, state)).status).toBe(422)
    }
    expect((await close(ann, reference)).body.state).toBe('closed')
    expect((await close(ann, reference)).body.state).toBe('closed')
  })
})
