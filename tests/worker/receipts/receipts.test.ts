import { describe, expect, it } from 'vitest'
import {
  type Call,
  type ErrorBody,
  GERMAN,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import {
  type CreatedReceipt,
  MAX_RECEIPTS,
  type OpenedReceipt,
  RECEIPT_DAYS,
  type Receipt,
} from '#worker/receipts/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

const worker = await openWorker('receipts')

type Signed = { answer: string; name?: string; signature: string }

async function validated(member: Member, input: object = GERMAN): Promise<Signed> {
  const { body, headers } = await member.post<ValidationResponse>('/api/tinproof/validate', input)
  return {
    answer: JSON.stringify(body),
    ...('name' in input && { name: String(input.name) }),
    signature: headers.get('X-Answer-Signature') ?? '',
  }
}

const create = <Body = CreatedReceipt>(member: Member, body: object, options: Call = {}) =>
  member.call<Body>('/api/receipts', { body, ...options })
const share = async (member: Member, input?: object) =>
  (await create(member, await validated(member, input))).body
const open = <Body = OpenedReceipt>(secret: string) => worker.post<Body>('/api/receipts/open', { secret })
const list = async (member: Member) => (await member.call<Receipt[]>('/api/receipts')).body
const remove = (member: Member, id: number, organizationId = member.organization.id) =>
  member.call(`/api/receipts/${id}`, {
    method: 'DELETE',
    headers: { 'x-organization-id': organizationId },
  })

const REFUSED = [422, 'ANSWER_NOT_SIGNED']
const GONE = [404, 'RECEIPT_NOT_FOUND']
const statusOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).code]

describe('a receipt', () => {
  it('shows anyone with the link exactly what the API answered', async () => {
    const ann = await worker.signUp('ann')
    const signed = await validated(ann, { ...GERMAN, name: 'Example GmbH' })
    const { status, body } = await create(ann, signed)
    expect(status).toBe(201)
    const opened = await open(body.secret)
    expect(opened.status).toBe(200)
    const { answer, ...rest } = opened.body
    expect(answer).toEqual(JSON.parse(signed.answer))
    expect(rest).toEqual({ name: 'Example GmbH', createdAt: body.createdAt, expiresAt: body.expiresAt })
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBeGreaterThan(
      (RECEIPT_DAYS - 1) * 86_400_000,
    )
    for (const hidden of [ann.user.email, ann.organization.id, ann.organization.name])
      expect(JSON.stringify(opened.body)).not.toContain(hidden)
    expect(opened.headers.get('Cache-Control')).toBe('private, no-store')
    expect(opened.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  it('is stored only on request, encrypted, under the hash of its link', async () => {
    const bea = await worker.signUp('bea')
    await validated(bea)
    expect(await list(bea)).toEqual([])
    const { secret, referenceId } = await share(bea)
    expect(secret).toMatch(/^[0-9A-Za-z]{32}$/)
    const [row] = await worker.sql<{ link: string; content: string }>`select link, content from receipts
      where reference_id = ${referenceId}`
    const stored = JSON.stringify(row)
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(GERMAN.tin)
    expect(row?.content).toMatch(/^[\w-]+\.[\w-]{200,}$/)
  })

  it('is listed without its link, newest first', async () => {
    const dora = await worker.signUp('dora')
    const first = await share(dora)
    const { secret: _, ...second } = await share(dora, { countryCode: 'BE', tin: '0403019261' })
    const listed = await list(dora)
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(listed[0]).toEqual({
      ...second,
      createdBy: dora.user.email,
      countryCode: 'BE',
      result: 'confirmed',
    })
    expect(JSON.stringify(listed)).not.toContain(first.secret)
  })
})

describe('a forged receipt', () => {
  it('is refused if the answer was changed', async () => {
    const eva = await worker.signUp('eva')
    const signed = await validated(eva, { countryCode: 'DE', tin: '136695970' })
    expect(signed.answer).toContain('"isValid":false')
    const answer = signed.answer.replaceAll('"isValid":false', '"isValid":true')
    expect(statusOf(await create(eva, { ...signed, answer }))).toEqual(REFUSED)
  })

  it('is refused if the name was added, changed or left out', async () => {
    const fia = await worker.signUp('fia')
    const { name, ...withoutName } = await validated(fia, { ...GERMAN, name: 'Example GmbH' })
    expect(name).toBe('Example GmbH')
    expect(statusOf(await create(fia, withoutName))).toEqual(REFUSED)
    expect(statusOf(await create(fia, { ...withoutName, name: 'Other GmbH' }))).toEqual(REFUSED)
    expect(statusOf(await create(fia, { ...(await validated(fia)), name: 'Example GmbH' }))).toEqual(REFUSED)
  })

  it.each(['', 'x', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{}')}.`])(
    'is refused with the signature %j',
    async (signature) => {
      const gwen = await worker.signUp(`gwen-${signature.length}`)
      expect(statusOf(await create(gwen, { ...(await validated(gwen)), signature }))).toEqual(REFUSED)
    },
  )

  it('is refused with the signature of another organization or of another kind of token', async () => {
    const hana = await worker.signUp('hana')
    const iris = await worker.signUp('iris')
    const signed = await validated(hana)
    expect(statusOf(await create(iris, signed))).toEqual(REFUSED)
    const cookie = decodeURIComponent(hana.cookie.split('=')[1] ?? '')
    expect(statusOf(await create(hana, { ...signed, signature: cookie }))).toEqual(REFUSED)
    expect((await create(hana, signed)).status).toBe(201)
  })

  it('cannot be made from a call with an API token', async () => {
    const jana = await worker.signUp('jana')
    const { token } = await jana.createToken()
    const { headers } = await worker.validate(token)
    expect(headers.get('X-Answer-Signature')).toBeNull()
  })
})

describe('a link', () => {
  it.each(['', 'x', '0'.repeat(32), 'DE136695976'])('to nothing (%j) is not found', async (secret) => {
    expect(statusOf(await open<ErrorBody>(secret))).toEqual(GONE)
  })

  it('stops at its end, which the cron job makes final', async () => {
    const kim = await worker.signUp('kim')
    const { id, secret } = await share(kim)
    const other = await share(kim)
    await worker.sql`update receipts set expires_at = now() - interval '1 second' where id = ${id}`
    expect(statusOf(await open<ErrorBody>(secret))).toEqual(GONE)
    expect((await list(kim)).map((receipt) => receipt.id)).toEqual([other.id])
    await worker.sql`update job_runs set next_run_at = now() where name = 'delete-expired-receipts'`
    await worker.runCron()
    expect(await worker.sql`select id from receipts where id = any(${[id, other.id]})`).toEqual([
      { id: other.id },
    ])
  })

  it('stops when the receipt is deleted, or the organization suspended', async () => {
    const lea = await worker.signUp('lea')
    const deleted = await share(lea)
    const kept = await share(lea)
    expect((await remove(lea, deleted.id)).status).toBe(204)
    expect(statusOf(await open<ErrorBody>(deleted.secret))).toEqual(GONE)
    expect((await remove(lea, deleted.id)).body?.code).toBe('RECEIPT_NOT_FOUND')
    await worker.updateOrganization(lea.organization.id, { status: 'SUSPENDED' })
    expect(statusOf(await open<ErrorBody>(kept.secret))).toEqual(GONE)
    await worker.updateOrganization(lea.organization.id, { status: 'ACTIVE' })
    expect((await open(kept.secret)).status).toBe(200)
  })
})

describe('an organization', () => {
  it('lets members delete their own receipts, and managers all', async () => {
    const mia = await worker.signUp('mia')
    const { id } = mia.organization
    const manager = await worker.colleague(id, 'manager')
    const colleague = await worker.colleague(id)
    const first = await share(mia)
    const second = await share(mia)
    const refused = await remove(colleague, first.id, id)
    expect(refusal(refused)).toEqual([403, 'ROLE_TOO_LOW'])
    expect((await remove(manager, first.id, id)).status).toBe(204)
    const inMias = { headers: { 'x-organization-id': id } }
    const { body, headers } = await colleague.call<ValidationResponse>('/api/tinproof/validate', {
      body: GERMAN,
      ...inMias,
    })
    const signed = { answer: JSON.stringify(body), signature: headers.get('X-Answer-Signature') }
    const own = await create(colleague, signed, inMias)
    expect(own.status).toBe(201)
    expect((await remove(colleague, own.body.id, id)).status).toBe(204)
    expect((await list(mia)).map((receipt) => receipt.id)).toEqual([second.id])
  })

  it('has a limit that parallel calls keep', async () => {
    const noa = await worker.signUp('noa')
    const signed = await validated(noa)
    await worker.sql`insert into receipts (organization_id, reference_id, link, content, expires_at)
       select ${noa.organization.id}, gen_random_uuid(), 'noa' || n, 'x', now() + interval '1 day' from generate_series(1, ${MAX_RECEIPTS - 1}) n`
    const answers = await times(3, () => create<ErrorBody>(noa, signed))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('RECEIPT_LIMIT_REACHED')
    await worker.sql`update receipts set expires_at = now() - interval '1 second' where link = 'noa1'`
    expect((await create(noa, signed)).status).toBe(201)
  })

  it('takes its receipts with it when it is deleted', async () => {
    const ona = await worker.signUp('ona')
    const { id } = await share(ona)
    await worker.sql`delete from organizations where id = ${ona.organization.id}`
    expect(await worker.sql`select id from receipts where id = ${id}`).toEqual([])
  })

  it('has who shared and who deleted in its audit trail, without the number', async () => {
    const pia = await worker.signUp('pia')
    const receipt = await share(pia)
    await remove(pia, receipt.id)
    const entries = await worker.sql`select event, actor_email, subject from audit_entries
        where organization_id = ${pia.organization.id} and event like 'receipt.%' order by id`
    const entry = { actor_email: pia.user.email, subject: receipt.referenceId }
    expect(entries).toEqual([
      { event: 'receipt.created', ...entry },
      { event: 'receipt.deleted', ...entry },
    ])
  })
})
