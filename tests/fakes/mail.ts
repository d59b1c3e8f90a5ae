import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { bearer, type Call, type Fake, json, type Reply } from './fake.ts'

/** `at` is an ISO 8601 timestamp. */
export interface Mail {
  /** Of the API key that sent it. */
  readonly namespace: string
  readonly to: string
  readonly from: string
  /** An empty string if the email has none. */
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: string
}

/** Sent emails, newest first. */
export interface Mailbox {
  list(filter?: { to?: string | undefined; namespace?: string | undefined }): Mail[]
}

const MAX_EMAILS = 10_000

const refuse = (statusCode: number, name: string, message: string) =>
  json(statusCode, { statusCode, name, message })

function parse(call: Call): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(call.body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const namespaceOf = (call: Call) => bearer(call).replace(/^re_/, '')

const asText = (value: unknown) => (typeof value === 'string' ? value : '')
const asList = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
const addressOf = (recipient: string) => recipient.match(/<([^>]+)>/)?.[1] ?? recipient

/**
 * Resend at `/mail`: stores emails instead of sending them. The API key `re_<name>` names the namespace. `file` keeps
 * emails over restarts.
 */
export function mail(options: { file?: string; print?: (line: string) => void }): Fake & Mailbox {
  const mails: Mail[] = []
  const sent = new Map<string, { id: string; payload: string }>()
  if (options.file && existsSync(options.file)) {
    const lines = readFileSync(options.file, 'utf8').trim().split('\n').slice(-MAX_EMAILS)
    for (const line of lines) if (line) mails.unshift(JSON.parse(line))
  }

  function store(body: Record<string, unknown>, namespace: string): void {
    const email: Mail = {
      namespace,
      to: asList(body.to).map(addressOf).join(', '),
      from: asText(body.from),
      replyTo: asText(body.reply_to),
      subject: asText(body.subject),
      text: asText(body.text),
      html: asText(body.html),
      at: new Date().toISOString(),
    }
    mails.unshift(email)
    mails.length = Math.min(mails.length, MAX_EMAILS)
    if (options.file) appendFileSync(options.file, `${JSON.stringify(email)}\n`)
    options.print?.(`email to ${email.to}: ${email.subject}`)
  }

  function send(call: Call): Reply {
    if (!call.headers['user-agent']) return { status: 403, body: 'error code: 1010' }
    if (!bearer(call)) return refuse(401, 'missing_api_key', 'Missing API Key')
    if (!bearer(call).startsWith('re_')) return refuse(400, 'validation_error', 'API key is invalid')
    const body = parse(call)
    if (!body) return refuse(400, 'validation_error', "The request body isn't valid JSON.")
    for (const field of ['from', 'to', 'subject']) {
      if (asList(body[field]).length === 0) {
        return refuse(422, 'missing_required_field', `Missing \`${field}\` field.`)
      }
    }
    if (!asText(body.text) && !asText(body.html)) {
      return refuse(422, 'validation_error', 'Missing `html` or `text` field.')
    }
    if (!asList(body.to).every((to) => /^[^\s@]+@[^\s@]+$/.test(addressOf(to)))) {
      return refuse(
        422,
        'validation_error',
        'Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
      )
    }
    const key = call.headers['idempotency-key']
    if (typeof key === 'string' && (key.length < 1 || key.length > 256)) {
      return refuse(400, 'invalid_idempotency_key', 'The key must be between 1 and 256 characters.')
    }
    const payload = createHash('sha256').update(call.body).digest('hex')
    const before = typeof key === 'string' ? sent.get(`${bearer(call)} ${key}`) : undefined
    if (before && before.payload !== payload) {
      return refuse(
        409,
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      )
    }
    if (before) return json(200, { id: before.id })
    const id = crypto.randomUUID()
    if (typeof key === 'string') sent.set(`${bearer(call)} ${key}`, { id, payload })
    store(body, namespaceOf(call))
    return json(200, { id })
  }

  return {
    name: 'mail',
    unit: 'mails',
    namespaceOf,
    async answer(call, count) {
      if (call.method !== 'POST' || call.path !== '/emails')
        return refuse(404, 'not_found', 'The requested endpoint does not exist.')
      count(1)
      return send(call)
    },
    list: ({ to, namespace } = {}) =>
      mails.filter(
        (one) =>
          (to === undefined || one.to.toLowerCase().split(', ').includes(to.toLowerCase())) &&
          (namespace === undefined || one.namespace === namespace),
      ),
  }
}
