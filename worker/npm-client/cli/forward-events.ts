import type { Tinproof } from '../client.ts'
import { TinproofError } from '../error.ts'
import { sleep } from '../http.ts'
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

export async function forwardEvents({
  client,
  after,
  signal,
  print,
  ...to
}: Listening): Promise<string | undefined> {
  let last = after ?? (await client.events.list({ after: 'latest' })).next
  for (let failures = 0; !signal.aborted; ) {
    try {
      for await (const event of client.events.listen({ after: last, signal })) {
        await forward(event, { ...to, signal, print })
        last = event.id
        failures = 0
      }
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof TinproofError) || !isTemporary(error)) throw error
      await pause(failures++, error.message, { signal, print })
    }
  }
  return last ?? undefined
}

const isTemporary = ({ status, code }: TinproofError) =>
  status === null || status >= 500 || code === 'RATE_LIMITED'

async function pause(
  failures: number,
  why: string,
  { signal, print }: Pick<Listening, 'signal' | 'print'>,
): Promise<void> {
  const milliseconds = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** failures)
  print(`${why} Trying again in ${milliseconds / 1_000} s.`)
  await sleep(milliseconds, signal).catch(() => undefined)
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
      await pause(failures, `Can't connect to ${url}.`, { signal, print })
    }
  }
}
