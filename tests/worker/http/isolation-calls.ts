import { type Call, GERMAN, openWorker } from '#tests/worker/harness.ts'
import { encryptBlob } from '#worker/batches/blobs.ts'
import { randomText } from '#worker/lib/crypto.ts'
import { encryptFor } from '#worker/monitors/secrets.ts'
import { encryptPart } from '#worker/records/content.ts'
import { REFERENCE_ALPHABET } from '#worker/support/contract.ts'
import { encryptSecret, generateSecret } from '#worker/webhooks/secret.ts'

/** Members of an organization, strangers, and a call of each route. */
export async function openTenants() {
  const worker = await openWorker('isolation')
  const owner = await worker.signUp('owner')
  const manager = await worker.signUp('manager')
  const colleague = await worker.signUp('colleague')
  const stranger = await worker.signUp('stranger')
  const suspended = await worker.signUp('suspended')

  const join = (userId: number, organizationId: string, role: string) =>
    worker.sql`insert into organization_memberships (user_id, organization_id, role) values (${userId}, ${organizationId}, ${role})
       on conflict do nothing`

  async function joinStaff(): Promise<void> {
    await join(manager.user.id, owner.organization.id, 'manager')
    await join(colleague.user.id, owner.organization.id, 'member')
  }

  await joinStaff()
  await worker.updateOrganization(suspended.organization.id, { status: 'SUSPENDED' })
  await worker.updateOrganization(owner.organization.id, { tier: 'PRO' })
  const token = await owner.createToken({ name: 'Secret of the owner' })
  const secret = { tokenId: token.id, token: token.token, name: token.name }
  await worker.validate(token.token)
  await worker.settle()

  let made = 0

  /** A new resource of the organization for each call. */
  const things = {
    ':transactionId': () => `txn_${'0'.repeat(26)}`,
    ':invitationId': (organizationId: string) =>
      insert(
        `insert into organization_invitations (email, organization_id, token, expires_at)
         values ($2 || '@example.test', $1, $2, now() + interval '1 day') returning id`,
        organizationId,
      ),
    ':projectId': async (organizationId: string, route: string) => {
      if (route.endsWith('/key')) await confirmStaff()
      return insert(
        `with key as (
           insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
           values ('Checkout', $2, 'tp_live_', '0000', $1, '{"read":true,"validation":true}') returning token)
         insert into projects (name, api_key, organization_id) select 'Checkout', token, $1 from key returning id`,
        organizationId,
      )
    },
    ':recordId': newRecord,
    ':endpointId': newEndpoint,
    ':deliveryId': lastDelivery,
    ':batchId': newBatch,
    ':validationId': newValidation,
    ':monitorId': newMonitor,
    ':register': async () => {
      await worker.sql`insert into suspected_registers (register) values ('uid') on conflict do nothing`
      return 'uid'
    },
    ':requestId': newCall,
    ':reference': newReference,
    ':userId': newMember,
    ':tokenId': async (organizationId: string, route: string) => {
      const insertToken = (rotatedToId = 'null') =>
        insert(
          `insert into api_tokens
             (name, token, prefix, last_four, organization_id, permissions, delete_at, rotated_to_id)
           values ('Leaving', $2, 'tp_live_', '0000', $1, '{"read":true,"validation":false}', now() + interval '1 day', ${rotatedToId})
           returning id`,
          organizationId,
        )
      const id = await insertToken()
      if (route.endsWith('/old-secret')) await insertToken(`${id}`)
      return id
    },
  }

  /** With a delivery that failed. */
  async function newEndpoint(organizationId: string, route: string): Promise<string> {
    if (route.endsWith('/secret')) await confirmStaff()
    const id = `endpoint_${randomText(22, '0123456789')}`
    const secret = await encryptSecret(worker.context().settings, id, generateSecret())
    // An organization may have only a few.
    await worker.sql`delete from webhook_endpoints`
    await worker.sql`insert into webhook_endpoints (id, organization_id, url, events, live, secret)
      values (${id}, ${organizationId}, 'https://hooks.example.com/', array['batch.completed'], true, ${secret})`
    await worker.sql`insert into events (id, organization_id, type, live, data)
      values (${id}, ${organizationId}, 'endpoint.test', true, '{}')`
    await worker.sql`insert into webhook_deliveries (event_id, endpoint_id, state, next_try_at) values (${id}, ${id}, 'failed', null)`
    return id
  }

  async function lastDelivery(): Promise<number> {
    const [row] = await worker.sql<{ id: number }>`select max(id) as id from webhook_deliveries`
    return row?.id ?? 0
  }

  async function newRecord(organizationId: string): Promise<string> {
    const id = `record_${randomText(22, '0123456789')}`
    const response = { ...GERMAN, result: 'invalid', tinInfo: { formattedTin: null }, entity: { name: null } }
    const content = JSON.stringify({ request: GERMAN, response })
    const encrypted = await encryptPart(worker.context(), content, id, 'content')
    await worker.sql`insert into records (id, organization_id, reference_id, live, content, search, expires_at)
      values (${id}, ${organizationId}, gen_random_uuid(), true, ${encrypted}, '{}', now() + interval '1 day')`
    return id
  }

  async function newCall(organizationId: string): Promise<string> {
    const requestId = crypto.randomUUID()
    await worker.sql`insert into api_activities (request_id, organization_id, method, endpoint, status_code, outcome, response_time)
       values (${requestId}, ${organizationId}, 'POST', '/api/tinproof/validate', 200, 'confirmed', 3)`
    return requestId
  }

  /** Processing without rows, or completed with one that can be retried. */
  async function newBatch(organizationId: string, route: string): Promise<string> {
    const id = `batch_${randomText(22, '0123456789')}`
    const isCompleted = route.endsWith('/retry')
    // An organization may have only a few at once.
    await worker.sql`delete from batches`
    await worker.sql`insert into batches (id, organization_id, request_id, state, live, source, fresh, counts, retryable_count,
                            retry_until, reserved_at, processing_at, deadline_at)
       values (${id}, ${organizationId}, gen_random_uuid(), ${isCompleted ? 'completed' : 'processing'}, true, true, false, '{"unconfirmed": 1}', 1, now() + interval '1 day', now(), now(), now() + interval '1 day')`
    return id
  }

  async function newValidation(organizationId: string): Promise<string> {
    const batchId = await newBatch(organizationId, '')
    const id = batchId.replace('batch', 'validation')
    const { settings } = worker.context()
    const answer = await encryptBlob({ settings }, { batchId: id, part: 'answer' }, { result: 'unconfirmed' })
    await worker.sql`update batches set id = ${id}, answer = ${answer} where id = ${batchId}`
    return id
  }

  async function newMonitor(organizationId: string): Promise<string> {
    const id = `monitor_${randomText(22, '0123456789')}`
    const details = await encryptFor(worker.context(), id, { tin: '136695976' })
    await worker.sql`insert into monitors (id, organization_id, live, country_code, number_hash, details, every, phase, next_check_at)
      values (${id}, ${organizationId}, true, 'DE', ${id}, ${details}, 'day', 0, now())`
    return id
  }

  /** Of the owner, whose colleagues don't see it either. */
  async function newReference(): Promise<string> {
    const reference = `TP-${randomText(6, REFERENCE_ALPHABET)}`
    await worker.sql`insert into support_requests (reference, user_id, email, organization_id, organization_name, tier, subject, category)
       values (${reference}, ${owner.user.id}, ${owner.user.email}, ${owner.organization.id}, ${owner.organization.name}, 'PRO', 'Secret', 'other')`
    return reference
  }

  async function newMember(organizationId: string): Promise<number> {
    made++
    const [user] = await worker.sql<{ id: number }>`insert into users (email)
      values (${`made${made}@example.test`}) returning id`
    await join(user?.id ?? 0, organizationId, 'member')
    return user?.id ?? 0
  }

  async function insert(statement: string, organizationId: string): Promise<number> {
    made++
    const [row] = await worker.sql<{ id: number }>(statement, [organizationId, `made${made}`])
    return row?.id ?? 0
  }

  const confirmStaff = () => Promise.all([owner, manager, suspended, stranger].map(worker.confirmPassword))
  const confirmAdmins = () => Promise.all([owner, suspended].map(worker.confirmPassword))

  /** Required bodies. */
  const CSV = 'country,tin\nDE,136695976\n'
  const NDJSON = '{"countryCode":"DE","tin":"136695976"}\n'
  /** A text is a file. */
  const bodies: Record<string, (organizationId: string) => Promise<object> | object | string> = {
    'POST /api/user/organizations': () => ({ name: `Organization ${++made}` }),
    'POST /api/user/change-password': () => ({
      currentPassword: 'not the right one',
      newPassword: 'another password',
    }),
    'POST /api/user/confirm-password': () => ({ password: 'not the right one' }),
    'POST /api/user/email-change': () => ({ email: `new${++made}@example.test` }),
    'POST /api/email-change/check': () => ({ token: 'nobodys-token' }),
    'POST /api/email-change/confirm': () => ({ token: 'nobodys-token' }),
    'POST /api/user/two-factor/enable': () => ({ code: '123456', secret: 'another' }),
    'POST /api/user/confirm-code': () => ({ code: '123456' }),
    'PATCH /api/user': () => ({ firstName: 'Ada' }),
    'PATCH /api/user/preferences': () => ({ quotaEmails: false }),
    'PATCH /api/organization/onboarding': () => ({ step: 'checklist' }),
    'PATCH /api/organization': () => ({ name: 'Another name' }),
    'DELETE /api/organization': () => ({ name: owner.organization.name }),
    'POST /api/organization/restore': () => ({}),
    'POST /api/organization/leave': () => ({}),
    'PATCH /api/organization/user-role': async (id) => {
      await confirmAdmins()
      return { userId: await newMember(id), role: 'manager' }
    },
    'DELETE /api/organization/remove-member': async (id) => ({ userId: await newMember(id) }),
    'POST /api/organization/invite': () => ({ email: `guest${++made}@example.test`, role: 'member' }),
    'POST /api/subscription/change': () => ({ plan: 'PRO' }),
    'POST /api/subscription/cancel': () => ({}),
    'POST /api/subscription/undo-cancel': () => ({}),
    'POST /api/subscription/resume': () => ({}),
    'POST /api/subscription/portal': async () => {
      await confirmAdmins()
      return {}
    },
    'PUT /api/organization/billing-details': () => ({
      companyName: 'A company',
      country: 'DE',
      address: 'Hauptstraße 1',
      city: 'Berlin',
      postalCode: '10115',
    }),
    'POST /api/invitations/find': () => ({ token: 'nobodys-token' }),
    'POST /api/invitations/accept': () => ({ token: 'nobodys-token' }),
    'POST /api/paddle/client-params': () => ({ plan: 'PRO' }),
    'POST /api/paddle/webhook': () => ({ event_type: 'subscription.created' }),
    'POST /api/organization/upgrade': () => ({}),
    'POST /api/subscription/verify': () => ({ transactionId: 'txn_01h04vsbhqc62t8hmd4z3b578c' }),
    'POST /api/projects': async () => {
      await confirmStaff()
      return { name: 'Another project' }
    },
    'POST /api/webhooks': () => ({
      url: `https://hooks.example.com/${crypto.randomUUID()}`,
      events: ['batch.completed'],
    }),
    'PATCH /api/webhooks/:endpointId': () => ({ description: 'CRM' }),
    'PUT /api/organization/two-factor': () => ({ required: true }),
    'POST /api/tokens': () => ({ name: 'Another token' }),
    'PATCH /api/tokens/:tokenId': () => ({ allowedIps: ['203.0.113.7'] }),
    'POST /api/tokens/:tokenId/rotate': () => ({ oldSecretEnds: '7days' }),
    'POST /api/support/submit': () => ({ subject: 'Help', category: 'other', message: `Number ${++made}` }),
    'POST /api/support/requests/:reference/messages': () => ({ message: 'One more thing' }),
    'PATCH /api/support/requests/:reference': () => ({ state: 'closed' }),
    'POST /api/admin/support/:reference/answers': () => ({ message: 'Done' }),
    'PATCH /api/admin/support/:reference': () => ({ state: 'closed' }),
    'POST /api/records': () => ({ answer: '{}', request: GERMAN, signature: 'forged' }),
    'POST /api/records/open': () => ({ secret: 'nobodys-secret' }),
    'PUT /api/records/:recordId/link': () => ({ days: 7 }),
    'POST /api/tinproof/validate': () => ({ countryCode: 'DE', tin: '136695976' }),
    'POST /api/tinproof/batches': () => ({ items: [{ countryCode: 'DE', tin: '136695976' }], source: false }),
    'POST /api/tinproof/batches/csv': () => CSV,
    'POST /api/tinproof/batches/ndjson': () => NDJSON,
    'POST /api/tinproof/monitors': () => ({ countryCode: 'DE', tin: '136695976', every: 'day' }),
    'POST /api/tinproof/monitors/import/csv': () => CSV,
    'POST /api/tinproof/monitors/import/ndjson': () => NDJSON,
    'POST /api/tinproof/monitors/import': async (id) => ({ batchId: await newBatch(id, ''), every: 'day' }),
    'PATCH /api/tinproof/monitors/:monitorId': () => ({ every: 'week' }),
    'POST /api/tinproof/batches/estimate': () => ({ items: [{ countryCode: 'DE', tin: '136695976' }] }),
    'POST /api/paddle/demo-payment': () => ({ organizationId: 'org_0000000000000000' }),
    'PUT /api/admin/organizations/:organizationId': () => ({ tier: 'ENTERPRISE' }),
    'PATCH /api/admin/users/:userId': () => ({ disabled: true, reason: 'Abuse' }),
    'DELETE /api/admin/users/:userId/two-factor': () => ({ reason: 'Lost phone' }),
  }

  const unconfirmManager = () =>
    worker.sql`update session set confirmed_at = null where user_id = ${manager.user.id}`

  /** Undoes what the call changed for its caller. */
  const putBack: Record<string, () => Promise<unknown>> = {
    'PATCH /api/organization': () =>
      worker.sql`update organizations set name = ${owner.organization.name} where id = ${owner.organization.id}`,
    'POST /api/organization/leave': joinStaff,
    'POST /api/projects': unconfirmManager,
    'POST /api/projects/:projectId/key': unconfirmManager,
    'GET /api/webhooks/:endpointId/secret': unconfirmManager,
    'POST /api/webhooks/:endpointId/secret': unconfirmManager,
    'POST /api/tinproof/batches': () => worker.sql`delete from batches`,
    'POST /api/tinproof/batches/csv': () => worker.sql`delete from batches`,
    'POST /api/tinproof/batches/ndjson': () => worker.sql`delete from batches`,
    'POST /api/tinproof/monitors': () => worker.sql`delete from monitors`,
  }

  async function callOf(route: string, method: string, path: string, organizationId: string) {
    let address = path.replace(':organizationId', organizationId)
    for (const [name, make] of Object.entries(things)) {
      if (path.includes(name)) address = address.replace(name, String(await make(organizationId, route)))
    }
    const body = await bodies[route]?.(organizationId)
    const headers = { 'x-organization-id': organizationId }
    if (typeof body !== 'string')
      return { address, options: { method, headers, ...(body && { body }) } satisfies Call }
    const type = path.endsWith('/csv') ? 'text/csv' : 'application/x-ndjson'
    if (path.includes('/import/')) address += '?every=day'
    return {
      address,
      options: { method, headers: { ...headers, 'Content-Type': type }, raw: body } satisfies Call,
    }
  }

  return { worker, owner, manager, colleague, stranger, suspended, secret, bodies, putBack, callOf }
}
