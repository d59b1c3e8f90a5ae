import { TinproofError } from './error.ts'
import type { WebhookEvent } from './types.ts'

/** Of the Fetch API, in any implementation, or Node's `request.headers`. */
type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/

/**
 * Returns the event if the request comes from Tinproof, and throws a `TinproofError` with the code `INVALID_SIGNATURE` if not.
 * `body` is the raw body: parsing and printing it again would change it.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300 }: { toleranceSeconds?: number } = {},
): Promise<WebhookEvent> {
  const [, keyText] = SECRET.exec(String(secret).trim()) ?? []
  if (!keyText) throw new TypeError('The secret must start with whsec_')
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError("Pass the raw body, before it's parsed")
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw invalid('The headers of the webhook are missing.')
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw invalid('The webhook is too old, or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const key = await importKey(keyText, 'verify')
  for (const each of signatures.split(' ')) {
    const [, signature] = SIGNATURE.exec(each) ?? []
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)))
      return JSON.parse(text) as WebhookEvent
  }
  throw invalid('No signature of the webhook matches.')
}

export async function signWebhook(
  id: string,
  body: string,
  secret: string,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const [, keyText = ''] = SECRET.exec(secret) ?? []
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(keyText, 'sign'), signed))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  }
}

const importKey = (keyText: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', bytesOf(keyText), { name: 'HMAC', hash: 'SHA-256' }, false, [use])

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.join(' ')
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const invalid = (message: string) => new TinproofError(message, { status: null, code: 'INVALID_SIGNATURE' })
