import { Webhook } from 'standardwebhooks'
import { afterEach, expect } from 'vitest'
import type { ReceivedWebhook } from '#tests/fakes/webhooks.ts'
import { openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import type { Member } from '#tests/worker/harness.ts'
import type { Delivery, EndpointSecret, WebhookEndpoint, WebhookEvent } from '#worker/webhooks/contract.ts'

export const URL = 'https://hooks.example.com/tinproof'

type Created = WebhookEndpoint & EndpointSecret

/** What a receiver with only the secret and `standardwebhooks` makes of a request. */
export const verify = (secret: string, { body, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(body, headers) as WebhookEvent

/** A Worker whose endpoints are deleted after each test. */
export async function openWebhookWorker(name: string) {
  const worker = await openBatchWorker(name)

  afterEach(async () => {
    await worker.fakes.reset(worker.namespace)
    await worker.fakes.planWebhooks(worker.namespace, [])
    await worker.sql`delete from webhook_endpoints`
    await worker.fakes.takeWebhooks(worker.namespace)
    worker.webhookQueue.messages.splice(0)
  })

  async function create(member: Member, input: object = {}): Promise<Created> {
    const answer = await member.post<Created>('/api/webhooks', {
      url: URL,
      events: ['batch.completed', 'batch.failed', 'validation.completed', 'token.expiring'],
      ...input,
    })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }

  const deliveriesOf = async (member: Member, { id }: { id: string }) =>
    (await member.call<Delivery[]>(`/api/webhooks/${id}/deliveries`)).body

  return {
    worker,
    create,
    deliveriesOf,
    /** With an endpoint. */
    customer: async (input: object = {}) => {
      const { member } = await worker.customer()
      return { member, endpoint: await create(member, input) }
    },
    read: async (member: Member) => (await member.call<WebhookEndpoint[]>('/api/webhooks')).body,
    replay: async (member: Member, endpoint: { id: string }) => {
      const [delivery] = await deliveriesOf(member, endpoint)
      return await member.post(`/api/webhooks/${endpoint.id}/deliveries/${delivery?.id}/replay`, {})
    },
    sendTest: (member: Member, { id }: { id: string }) => member.post(`/api/webhooks/${id}/test`, {}),
    /** The next requests are answered with this status. */
    answerWith: (status: number) =>
      worker.fakes.planWebhooks(
        worker.namespace,
        Array.from({ length: 50 }, () => ({ status, body: 'Out of order' })),
      ),
    /** As if that many seconds had passed. */
    wait: async (seconds: number) => {
      await worker.sql(
        `update webhook_deliveries set next_try_at = next_try_at - make_interval(secs => ${seconds})`,
      )
      await worker.sql(
        `update webhook_endpoints set failing_since = failing_since - make_interval(secs => ${seconds}),
           warned_at = warned_at - make_interval(secs => ${seconds}),
           lease_until = lease_until - make_interval(secs => ${seconds})`,
      )
      await worker.runJob('deliver-webhooks')
      return await worker.deliverEvents()
    },
  }
}
