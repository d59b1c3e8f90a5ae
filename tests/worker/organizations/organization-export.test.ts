import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { insertCalls } from '#tests/worker/activity/activity-rows.ts'
import { GERMAN, type Member, openWorker } from '#tests/worker/harness.ts'
import type { CreatedProject } from '#worker/projects/contract.ts'
import type { RecordDetail } from '#worker/records/contract.ts'
import type { EndpointSecret, WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { exported } from './exported.ts'

const FILES = [
  'README.txt',
  'batches.json',
  'calls-per-day.json',
  'calls.csv',
  'invitations.json',
  'members.json',
  'monitors.json',
  'organization.json',
  'payments.json',
  'projects.json',
  'records.json',
  'support-requests.json',
  'tokens.json',
  'validations.json',
  'webhooks.json',
]
/** Calls of one read, as in activity-export.test.ts. */
const BATCH = 2_000

const worker = await openWorker('organization_export')
const owner = await worker.signUp('owner')
const stranger = await worker.signUp('stranger')

const open = (member: Member) =>
  member.open(`/api/organization/export?organizationId=${member.organization.id}`)

const textOf = (files: Record<string, Uint8Array>) =>
  Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n')

describe('GET /api/organization/export', () => {
  it('is a ZIP file with everything the organization has, and no secret', async () => {
    const member = await worker.colleague(owner.organization.id)
    const token = await owner.createToken({ name: 'Résumé' })
    await worker.confirmPassword(owner)
    const project = await owner.post<CreatedProject>('/api/projects', { name: 'Web shop' })
    await owner.post('/api/organization/invite', { email: 'guest@example.test' })
    await worker.validate(token.token)
    await worker.validate(project.body.apiKey)
    await worker.sql`insert into payment_transactions (transaction_id, organization_id, user_id, amount, status, record_updated_at)
       values ('txn_1', ${owner.organization.id}, ${owner.user.id}, 49.00, 'completed', now())`
    const validated = await owner.post('/api/tinproof/validate', GERMAN)
    const { body: kept } = await owner.post<{ recordId: string }>('/api/records', {
      answer: JSON.stringify(validated.body),
      request: GERMAN,
      signature: validated.headers.get('X-Answer-Signature'),
    })
    const { body: webhook } = await owner.post<WebhookEndpoint & EndpointSecret>('/api/webhooks', {
      url: 'https://hooks.example.com/',
      events: ['batch.completed'],
    })
    await worker.settle()
    const { body: record } = await owner.put<RecordDetail>(`/api/records/${kept.recordId}/link`, {})
    const { headers, files, text, json } = await exported(owner)
    expect(headers.get('Content-Type')).toBe('application/zip')
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="tinproof-org_[0-9A-Za-z]{16}-\d{4}-\d\d-\d\d\.zip"$/,
    )
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(Object.keys(files).toSorted()).toEqual(FILES)
    for (const name of FILES.slice(1)) expect(text('README.txt')).toContain(name)
    expect(json('organization.json')).toMatchObject({
      id: owner.organization.id,
      name: owner.organization.name,
      tier: 'FREE',
      quota: { usedCount: 3, monthlyLimit: 100 },
    })
    expect(json('organization.json')).not.toHaveProperty('onboarding')
    expect(json('members.json')).toMatchObject([
      { email: owner.user.email, role: 'admin' },
      { email: member.user.email, role: 'member' },
    ])
    expect(json('invitations.json')).toMatchObject([{ email: 'guest@example.test', status: 'pending' }])
    expect(json('tokens.json')).toMatchObject([{ name: 'Résumé', createdBy: owner.user.email }])
    expect(json('projects.json')).toMatchObject([{ name: 'Web shop', usedCount: 1 }])
    expect(json('payments.json')).toMatchObject({
      subscription: null,
      transactions: [{ transactionId: 'txn_1', amount: '49.00', currency: 'USD', status: 'completed' }],
    })
    expect(json('calls-per-day.json')).toMatchObject([
      { outcome: 'confirmed', calls: 2 },
      { outcome: 'format_only', calls: 1 },
    ])
    expect(text('calls.csv').trim().split('\r\n')).toHaveLength(4)
    expect(json('records.json')).toEqual([
      {
        ...record.file,
        createdBy: owner.user.email,
        createdAt: record.createdAt,
        expiresAt: record.expiresAt,
      },
    ])
    expect(record.response).toEqual(validated.body)
    expect(json('webhooks.json')).toMatchObject([{ id: webhook.id, url: 'https://hooks.example.com/' }])
    const stored = await worker.sql<{ token: string }>`select token from api_tokens`
    const hashes = stored.map((row) => row.token)
    for (const secret of [
      token.token,
      project.body.apiKey,
      record.link?.url.split('#')[1] ?? 'no link',
      webhook.secret,
      ...hashes,
      'scrypt$',
    ])
      expect(textOf(files)).not.toContain(secret)
  })

  it('holds the support requests of all members with their messages', async () => {
    const member = await worker.colleague(owner.organization.id)
    const other = await worker.signUp('asker-elsewhere')
    const ask = (who: Member, number: number) =>
      worker.sql`with asked as (
           insert into support_requests (reference, user_id, email, organization_id, subject, category)
           values ('TP-' || ${number}::text, ${who.user.id}, ${who.user.email}, ${who === other ? other.organization.id : owner.organization.id}, 'Number ' || ${number}, 'other') returning id)
         insert into support_messages (request_id, author, text)
         select id, author, author || ' wrote' from asked, (values ('user'), ('support')) as authors(author)`
    // More than one batch.
    for (let number = 1; number <= 41; number++) await ask(number % 2 ? owner : member, number)
    await ask(other, 42)
    const { json } = await exported(owner)
    expect(json('support-requests.json')).toEqual(
      Array.from({ length: 41 }, (_, index) =>
        expect.objectContaining({
          reference: `TP-${index + 1}`,
          subject: `Number ${index + 1}`,
          email: index % 2 ? member.user.email : owner.user.email,
          messages: [
            { author: 'user', text: 'user wrote', createdAt: expect.any(String) },
            { author: 'support', text: 'support wrote', createdAt: expect.any(String) },
          ],
        }),
      ),
    )
    expect((await exported(stranger)).json('support-requests.json')).toEqual([])
  })

  it('holds all batches with their counts, newest first', async () => {
    const insert = (member: Member, count: number) =>
      worker.sql`insert into batches (id, organization_id, request_id, state, live, source, fresh, row_count, counts, cost,
                              created_at, deadline_at)
         select 'batch_' || lpad(number::text, 22, ${member === owner ? '0' : '9'}), ${member.organization.id}, gen_random_uuid(), 'completed', true, true, false, number, jsonb_build_object('confirmed', number),
                number, now() + number * interval '1 microsecond', now()
           from generate_series(1, ${count}::int) as numbers(number)`
    // More than two reads.
    await insert(owner, 201)
    await insert(stranger, 1)
    const batches = (await exported(owner)).json('batches.json')
    expect(batches).toEqual(
      Array.from({ length: 201 }, (_, index) =>
        expect.objectContaining({
          id: `batch_${String(201 - index).padStart(22, '0')}`,
          rows: 201 - index,
          counts: expect.objectContaining({ confirmed: 201 - index, unconfirmed: 0 }),
        }),
      ),
    )
  })

  it('holds all validations that waited, also those of one millisecond', async () => {
    const waiting = await worker.signUp('waiting')
    await worker.sql`insert into batches (id, organization_id, request_id, state, live, source, fresh, answer, created_at, deadline_at)
      select 'batch_v' || lpad(number::text, 21, '0'), ${waiting.organization.id}, gen_random_uuid(), 'completed', true, true,
             false, 'unread', now() + number * interval '1 microsecond', now()
        from generate_series(1, 201) as numbers(number)`
    const { json } = await exported(waiting)
    expect(json('validations.json')).toMatchObject(
      Array.from({ length: 201 }, (_, index) => ({
        validationId: `batch_v${String(201 - index).padStart(21, '0')}`,
      })),
    )
  })

  it('holds nothing of another organization', async () => {
    await stranger.createToken({ name: 'Token of the stranger' })
    const { files } = await exported(owner)
    for (const foreign of [stranger.organization.id, stranger.user.email, 'Token of the stranger'])
      expect(textOf(files)).not.toContain(foreign)
  })

  it('works during the grace period of a deletion', async () => {
    const other = await worker.signUp('deleted')
    await worker.sql`update organizations set status = 'DISABLED', delete_at = now() + interval '1 day'
      where id = ${other.organization.id}`
    expect((await exported(other)).json('organization.json')).toMatchObject({ deleteAt: expect.any(String) })
  })

  it('reads calls in batches, and only as fast as they are downloaded', { tags: 'deep' }, async () => {
    const large = await worker.signUp('large')
    await insertCalls(worker, large.organization.id, BATCH * 5 + 1)
    const { body } = await open(large)
    if (!body) throw new Error('no body')
    const reader = body.getReader()
    await reader.read()
    const trips = async () => (await worker.fakes.counts(worker.namespace)).neon.trips
    const before = await trips()
    // Nothing more is read while nobody downloads.
    await worker.settle()
    expect(await trips()).toBe(before)
    let size = 0
    let largest = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      largest = Math.max(largest, value.length)
    }
    expect((await trips()) - before).toBeGreaterThanOrEqual(5)
    expect(largest).toBeLessThan(size / 3)
    const { text } = await exported(large)
    expect(text('calls.csv').trim().split('\r\n')).toHaveLength(BATCH * 5 + 2)
  })

  it('stops reading when the download is canceled', { tags: 'deep' }, async () => {
    const large = await worker.signUp('canceled')
    await insertCalls(worker, large.organization.id, BATCH * 5)
    const { body } = await open(large)
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    const before = (await worker.fakes.counts(worker.namespace)).neon.trips
    await worker.settle()
    expect((await worker.fakes.counts(worker.namespace)).neon.trips).toBe(before)
  })

  it('is incomplete, and not a valid ZIP file, if PostgreSQL fails halfway', { tags: 'deep' }, async () => {
    const large = await worker.signUp('broken')
    await insertCalls(worker, large.organization.id, BATCH * 3)
    const response = await open(large)
    const reader = response.body?.getReader()
    await worker.fault({ service: 'neon' })
    const chunks: Uint8Array[] = []
    const readAll = async () => {
      for (;;) {
        const part = await reader?.read()
        if (!part || part.done) return
        chunks.push(part.value)
      }
    }
    await expect(readAll()).rejects.toThrow()
    await worker.clearFaults('neon')
    expect(() => unzipSync(Buffer.concat(chunks))).toThrow()
  })
})
