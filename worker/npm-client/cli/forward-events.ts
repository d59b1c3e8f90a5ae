import type { Tinproof } from '../client.ts'
import { ConnectionError, RateLimitError, ServerError, type TinproofError } from '../error.ts'
import { LONGEST_WAIT_DELAY_MS, sleep } from '../http.ts'
import type { WebhookEvent } from '../types.ts'
import { signWebhook } from '../verify-webhook.ts'

const TIMEOUT_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
const MAX_SHOWN = 200

type Listening = {
  client: Tinproof
  url: URL
  secret: string
  after: string | undefined
  signal: AbortSignal
  print: (text: string) => void
}

export async function forwardEvents({ client, after, signal, print, ...to }: Listening): Promise<void> {
  let last: string | null | undefined = after
  let failures = 0
  try {
    for (;;) {
      try {
        if (last === undefined)
          last = (await client.events.list({ after: 'latest' }, { signal, maxRetries: 0 })).next
        for await (const event of client.events.listen({ after: last, signal, maxRetries: 0 })) {
          await forward(event, { ...to, signal, print })
          last = event.id
          failures = 0
        }
      } catch (error) {
        if (!isTemporary(error)) throw error
        await pause(failures++, error, { signal, print })
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (last) print(`To continue later, add: --after ${last} --secret ${to.secret}`)
  }
}

const isTemporary = (error: unknown) =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError

async function pause(
  failures: number,
  { message, retryAfter }: Pick<TinproofError, 'message' | 'retryAfter'>,
  { signal, print }: Pick<Listening, 'signal' | 'print'>,
): Promise<void> {
  const milliseconds =
    retryAfter === null
      ? Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** failures)
      : Math.min(LONGEST_WAIT_DELAY_MS, retryAfter * 1_000)
  print(`${message} Trying again in ${milliseconds / 1_000} s.`)
  await sleep(milliseconds, signal)
}

type Target = Pick<Listening, 'url' | 'secret' | 'signal' | 'print'>

/** Waits for a server that isn't running. Throws when the signal is aborted. */
async function forward(event: WebhookEvent, { url, secret, signal, print }: Target): Promise<void> {
  const body = JSON.stringify(event)
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted()
    const headers = await signWebhook(event.id, body, secret)
    const start = Date.now()
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Tinproof-Webhooks/1.0 (tinproof listen)',
          ...headers,
        },
        body,
        signal: AbortSignal.any([signal, deadline]),
      })
      const text = response.ok ? '' : ` ${(await response.text()).slice(0, MAX_SHOWN)}`
      print(`${event.type} ${event.id}: ${response.status} in ${Date.now() - start} ms${text}`)
      return
    } catch {
      signal.throwIfAborted()
      if (deadline.aborted) {
        print(`${event.type} ${event.id}: no response in ${TIMEOUT_MS / 1_000} seconds`)
        return
      }
      await pause(failures, { message: `Can't connect to ${url}.`, retryAfter: null }, { signal, print })
    }
  }
}
