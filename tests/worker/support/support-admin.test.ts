import { afterEach, describe, expect, it } from 'vitest'
import {
  countStatuses,
  type ErrorBody,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import type { QueuedThread, QueuePage, Submitted } from '#worker/support/contract.ts'

const worker = await openWorker('support_admin')
const QUEUE = '/api/admin/support'

const administrator = await worker.signUp('owner-of-tinproof')
const ann = await worker.signUp('ann')
await worker.sql`update users set role = 'SUPER_ADMIN' where id = ${administrator.user.id}`
await worker.enableTwoFactor(administrator)
await worker.confirmPassword(administrator)
afterEach(async () => {
  await worker.settle()
  await worker.fakes.reset(worker.namespace)
  await worker.sql`delete from support_requests`
})

async function submitted(who: Member = ann, fields: object = {}): Promise<string> {
  const body = { subject: 'Help', category: 'api', message: 'Please help.', ...fields }
  return (await who.post<Submitted>('/api/support/submit', body)).body.reference
}
const list = async (query = '') => (await administrator.call<QueuePage>(`${QUEUE}?${query}`)).body
const subjects = async (query = '') => (await list(query)).requests.map(({ subject }) => subject)
const read = (reference: string) => administrator.call<QueuedThread & ErrorBody>(`${QUEUE}/${reference}`)
const answer = (reference: string, message: string, lastMessageId?: number) =>
  administrator.post<QueuedThread & ErrorBody>(`${QUEUE}/${reference}/answers`, { message, lastMessageId })
const change = (reference: string, state: string) =>
  administrator.patch<QueuedThread & ErrorBody>(`${QUEUE}/${reference}`, { state })
const emails = async (reference: string, to = ann.user.email) =>
  (await worker.emailsTo(to)).filter(({ subject }) => subject.includes(reference))

describe('GET /api/admin/support', () => {
  /** Inserts requests. Their subject is their state, priority and number: `open urgent 1`. */
  const insert = (...names: string[]) =>
    worker.sql`insert into support_requests (reference, email, subject, category, state, priority)
       select 'TP-' || translate(lpad(ordinal::text, 6, 'Z'), '01', 'AB'), 'someone@example.test', name, 'other',
              split_part(name, ' ', 1), split_part(name, ' ', 2)
         from unnest(${names}::text[]) with ordinality as named(name, ordinal)`
  const inserted = [
    'closed urgent 1',
    'open normal 1',
    'answered low 1',
    'open low 1',
    'open urgent 1',
    'open normal 2',
    'answered high 2',
    'open high 1',
    'closed low 2',
  ]
  const queue = [
    'open urgent 1',
    'open high 1',
    'open normal 1',
    'open normal 2',
    'open low 1',
    'answered high 2',
    'answered low 1',
    'closed low 2',
    'closed urgent 1',
  ]

  it('lists urgent open requests first, the oldest of them first, and the newest others last', async () => {
    await insert(...inserted)
    expect(await subjects()).toEqual(queue)
  })

  it.each(['open', 'answered', 'closed'])('lists only %s ones', async (state) => {
    await insert(...inserted)
    expect(await subjects(`state=${state}`)).toEqual(queue.filter((name) => name.startsWith(state)))
  })

  it('pages through them, and skips none if one changes in between', async () => {
    await insert(...Array.from({ length: 25 }, (_, index) => `open normal ${index + 1}`))
    const first = await list()
    expect(first.requests).toHaveLength(20)
    const last = first.requests.at(-1)
    await change(last?.reference ?? '', 'closed')
    const second = await list(`after=${first.next}`)
    expect(second.requests.map(({ subject }) => subject)).toEqual([
      ...[21, 22, 23, 24, 25].map((number) => `open normal ${number}`),
      'open normal 20',
    ])
    expect(second.next).toBeNull()
  })

  it('shows who wrote, and in which organization', async () => {
    await worker.updateOrganization(ann.organization.id, { tier: 'ENTERPRISE' })
    const reference = await submitted()
    await worker.updateOrganization(ann.organization.id, { tier: 'FREE' })
    expect(await list()).toMatchObject({
      requests: [
        {
          reference,
          account: {
            email: ann.user.email,
            userId: ann.user.id,
            organization: { id: ann.organization.id, name: ann.organization.name, tier: 'ENTERPRISE' },
          },
        },
      ],
    })
    await worker.updateOrganization(ann.organization.id, { status: 'SUSPENDED' })
    const { organizationStatus } = (await read(reference)).body
    await worker.updateOrganization(ann.organization.id, { status: 'ACTIVE' })
    expect(organizationStatus).toBe('SUSPENDED')
  })

  it('searches by a part of the email or the reference, in any case', async () => {
    const bob = await worker.signUp('bob_100%')
    const reference = await submitted(ann, { subject: 'Of Ann' })
    await submitted(bob, { subject: 'Of Bob' })
    expect(await subjects('search=ANN%40example')).toEqual(['Of Ann'])
    expect(await subjects(`search=${reference.slice(3).toLowerCase()}`)).toEqual(['Of Ann'])
    expect(await subjects('search=b_100%25')).toEqual(['Of Bob'])
    expect(await subjects('search=%25')).toEqual(['Of Bob'])
    expect(await subjects('search=_')).toEqual(['Of Bob'])
    expect(await subjects('search=nobody')).toEqual([])
    expect(await subjects('search=')).toHaveLength(2)
  })
})

describe('answering', () => {
  it('emails the answer to the user, who sees it without the name of its author', async () => {
    const reference = await submitted()
    const { status, body } = await answer(reference, 'Try again.\nIt works now.')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'answered',
      messages: [
        { author: 'user', answeredBy: null },
        { author: 'support', answeredBy: administrator.user.email, text: 'Try again.\nIt works now.' },
      ],
    })
    const [email] = await emails(reference)
    expect(email).toMatchObject({ replyTo: 'support@tinproof.test', subject: `[${reference}] Help` })
    expect(email?.text).toContain('> Try again.\n> It works now.')
    expect(email?.text).toContain(`/support?request=${reference}`)
    const own = await ann.call(`/api/support/requests/${reference}`)
    expect(own.body).toMatchObject({ state: 'answered', messages: [{}, { author: 'support' }] })
    expect(JSON.stringify([own.body, email])).not.toContain(administrator.user.email)
    expect(
      await worker.sql`select event, account_id, actor_id from audit_entries where subject = ${reference}
        and event <> 'support.requested'`,
    ).toEqual([{ event: 'support.replied', account_id: null, actor_id: administrator.user.id }])
  })

  it('goes to the current address of the user', async () => {
    const reference = await submitted()
    await worker.sql`update users set email = 'ann-now@example.test' where id = ${ann.user.id}`
    await answer(reference, 'Hello')
    expect(await emails(reference, 'ann-now@example.test')).toHaveLength(1)
    await worker.sql`update users set email = ${ann.user.email} where id = ${ann.user.id}`
  })

  it('leaves a request open that has a message the administrator has not seen', async () => {
    const reference = await submitted()
    const seen = (await read(reference)).body.messages.at(-1)?.id
    await ann.post(`/api/support/requests/${reference}/messages`, { message: 'One more thing' })
    expect((await answer(reference, 'Done', seen)).body.state).toBe('open')
    const newest = (await read(reference)).body.messages.at(-1)?.id
    expect((await answer(reference, 'That too', newest)).body.state).toBe('answered')
    await ann.post(`/api/support/requests/${reference}/messages`, { message: 'Thanks' })
    expect((await read(reference)).body.state).toBe('open')
  })

  it('sends one answer of ten clicks at once', async () => {
    const reference = await submitted()
    const answers = await times(10, () => answer(reference, 'Done'))
    expect(countStatuses(answers)).toEqual({ 201: 10 })
    expect((await read(reference)).body.messages).toHaveLength(2)
    // The other one is the confirmation.
    expect(await emails(reference)).toHaveLength(2)
  })

  it('refuses an empty answer, 10,001 characters and an unknown request', async () => {
    const reference = await submitted()
    expect((await answer(reference, ' \n')).status).toBe(422)
    expect((await answer(reference, 'x'.repeat(10_001))).status).toBe(422)
    expect(refusal(await answer('TP-222222', 'Hello'))).toEqual([404, 'SUPPORT_REQUEST_NOT_FOUND'])
  })
})

describe('closing', () => {
  it('closes and opens a request again', async () => {
    const reference = await submitted()
    expect((await change(reference, 'closed')).body.state).toBe('closed')
    expect((await ann.call(`/api/support/requests/${reference}`)).body).toMatchObject({ state: 'closed' })
    expect((await change(reference, 'open')).body.state).toBe('open')
    expect((await change(reference, 'answered')).status).toBe(422)
    expect((await change('TP-222222', 'closed')).body.code).toBe('SUPPORT_REQUEST_NOT_FOUND')
  })
})

describe('a deleted account', () => {
  it('leaves its request without its address, closed, and cannot be answered', async () => {
    const carl = await worker.signUp('carl')
    const reference = await submitted(carl, { subject: 'Delete my account' })
    await worker.confirmPassword(carl)
    expect((await carl.delete('/api/user')).status).toBe(204)
    const { body } = await read(reference)
    expect(body).toMatchObject({
      subject: 'Delete my account',
      state: 'closed',
      account: { email: null, userId: null, organization: { name: carl.organization.name } },
      messages: [{ author: 'user', text: 'Please help.' }],
    })
    const refused = await answer(reference, 'Too late')
    expect(refusal(refused)).toEqual([409, 'ACCOUNT_DELETED'])
    expect((await read(reference)).body.messages).toHaveLength(1)
  })

  it('keeps its request if it could not be deleted', async () => {
    const dora = await worker.signUp('dora')
    await worker.join(ann, dora.organization.id, 'member')
    const reference = await submitted(dora)
    await worker.confirmPassword(dora)
    expect((await dora.delete('/api/user')).status).toBe(409)
    expect((await read(reference)).body).toMatchObject({
      state: 'open',
      account: { email: dora.user.email, userId: dora.user.id },
    })
  })
})
