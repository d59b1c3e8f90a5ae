import { type Fake, json } from './fake.ts'

/** How a receiver answers. */
export type WebhookReply = { status: number; body?: string; headers?: Record<string, string> }
export type ReceivedWebhook = { url: string; headers: Record<string, string>; body: string }

const MAX_KEPT = 20_000

/** Receivers of customers, at `/webhooks/<namespace>/<host>/…`. They answer 204, unless a test plans other answers. */
export function webhooks(): Fake {
  const received = new Map<string, ReceivedWebhook[]>()
  const planned = new Map<string, WebhookReply[]>()
  const namespaceOf = ({ path }: { path: string }) => path.split('/')[1] ?? ''

  return {
    name: 'webhooks',
    unit: 'calls',
    namespaceOf,
    async answer(call, count) {
      count(1)
      const namespace = namespaceOf(call)
      const query = call.query.size > 0 ? `?${call.query}` : ''
      const url = `https://${call.path.slice(namespace.length + 2)}${query}`
      const all = received.get(namespace) ?? []
      received.set(namespace, all)
      const headers = Object.fromEntries(
        Object.entries(call.headers).map(([name, value]) => [name, String(value)]),
      )
      if (all.length < MAX_KEPT) all.push({ url, headers, body: call.body })
      const reply = planned.get(namespace)?.shift() ?? { status: 204 }
      return { status: reply.status, headers: reply.headers ?? {}, body: reply.body ?? '' }
    },
    controls: {
      'webhooks-plan': ({ namespace, replies }: { namespace: string; replies: WebhookReply[] }) =>
        void planned.set(namespace, replies),
      /** What arrived since the last time: all, or at one URL. */
      'webhooks-take': ({ namespace, url }: { namespace: string; url?: string }) => {
        const all = received.get(namespace) ?? []
        const [taken = [], left = []] = [true, false].map((isTaken) =>
          all.filter((each) => (url === undefined || each.url === url) === isTaken),
        )
        received.set(namespace, left)
        return taken
      },
    },
    browse: async (call) => json(200, received.get(namespaceOf(call)) ?? []),
  }
}
