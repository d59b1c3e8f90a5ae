import * as z from 'zod'
import { line, plain } from '#worker/lib/text.ts'

export * from './constants.ts'

export const webhookEvents = {
  'batch.completed': 'A batch has a result for each of its rows',
  'batch.failed': 'A batch failed before all of its rows had a result',
  'validation.completed': 'A pending validation has its final result',
  'monitor.changed': 'The result or a register entry of a monitored number has changed',
  'monitor.failing': "The register of monitored numbers hasn't responded for 12 hours",
  'rule.changed': 'Our rules for a country have changed, and so has the result of a monitored number',
  'quota.warning': 'The organization has used 80 or 90 percent of its monthly quota',
  'quota.exhausted': 'The organization has used up its monthly quota',
  'token.expiring': 'An API token or project key was scheduled to end',
  'register.down': 'A register has stopped responding',
  'register.up': 'A register responds again',
} as const

export const TEST_EVENT = 'endpoint.test'

export type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** About us rather than about the organization, so a new endpoint doesn't select them. */
export const optInEvents: readonly WebhookEventType[] = ['register.down', 'register.up']

export const RETRY_PAUSE_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const
export const MAX_TRIES = RETRY_PAUSE_SECONDS.length + 1
export const TIMEOUT_SECONDS = 10
export const WARNED_AFTER_DAYS = 1
export const DISABLED_AFTER_DAYS = 5
export const EVENT_RETENTION_DAYS = 30
export const SECRET_OVERLAP_HOURS = 24

const MAX_URL_LENGTH = 2_000
const MAX_DESCRIPTION_LENGTH = 100
const PORTS = ['', '8443']
const INTERNAL_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|onion)$/

/** Undefined if we deliver to the URL. Which address a name has is up to Cloudflare, which calls public ones only. */
function urlProblem(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'https:') return 'Enter a URL that starts with https://'
  const host = url.hostname.replace(/\.+$/, '')
  if (url.username || url.password) return 'The URL must not contain a username or password'
  if (!PORTS.includes(url.port)) return 'The port must be 443 or 8443'
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'Enter a hostname instead of an IP address'
  if (!host.includes('.') || INTERNAL_NAMES.test(host)) return 'Enter a hostname that is public'
  return undefined
}

const urlSchema = z.pipe(
  plain('The URL', { max: MAX_URL_LENGTH, messageIfMissing: 'Enter a URL that starts with https://' }).check(
    z.trim(),
  ),
  z.transform((value: string, { addIssue }) => {
    const message = urlProblem(value)
    if (message) {
      addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const url = new URL(value)
    url.hash = ''
    return url.href
  }),
)

const eventsSchema = z
  .array(z.enum(webhookEventTypes, 'Unknown event'))
  .min(1, 'Select at least one event')
  .max(webhookEventTypes.length)
  .transform((events) => webhookEventTypes.filter((type) => events.includes(type)))

const organizationId = z.string().max(64).optional()
const description = line('The description', { max: MAX_DESCRIPTION_LENGTH })

export const createEndpointSchema = z.object({
  url: urlSchema,
  description: z.optional(description),
  events: eventsSchema,
  live: z.boolean().default(true),
  organizationId,
})

export const updateEndpointSchema = z.object({
  url: urlSchema.optional(),
  description: z.optional(description),
  events: eventsSchema.optional(),
  enabled: z.boolean().optional(),
  organizationId,
})

export const endpointParamSchema = z.object({ endpointId: z.string().regex(/^endpoint_[0-9A-Za-z]{22}$/) })
export const deliveryParamSchema = endpointParamSchema.extend({
  deliveryId: z.coerce.number().int().positive().max(2_147_483_647),
})

const EVENT_PAGE_SIZE = 100
export const listEventsSchema = z.strictObject({
  after: z
    .string()
    .regex(/^(latest|event_[0-9A-Za-z]{22})$/, 'after must be "latest" or the ID of an event')
    .optional(),
  limit: z.coerce.number().int().min(1).max(EVENT_PAGE_SIZE).default(EVENT_PAGE_SIZE),
  organizationId,
})

export const DELIVERY_PAGE_SIZE = 25
export const deliveryQuerySchema = z.object({
  before: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  organizationId,
})

export type CreateEndpoint = z.infer<typeof createEndpointSchema>
export type UpdateEndpoint = z.infer<typeof updateEndpointSchema>

export type WebhookEndpoint = {
  id: string
  url: string
  description: string | null
  events: WebhookEventType[]
  live: boolean
  disabledAt: string | null
  disabledReason: 'member' | 'gone' | 'failing' | 'plan' | null
  failingSince: string | null
  oldSecretUntil: string | null
  recent: { pending: number; delivered: number; failed: number }
  createdAt: string
}

export type EndpointSecret = { secret: string }

export type WebhookEvent = {
  id: string
  type: WebhookEventType | typeof TEST_EVENT
  timestamp: string
  live: boolean
  organizationId: string
  data: Record<string, unknown>
}

/** Oldest first. `next` is the place for the next call, the same as before if there is no event. */
export type EventList = { events: WebhookEvent[]; next: string | null }

export type Delivery = {
  id: number
  event: WebhookEvent
  state: 'pending' | 'delivered' | 'failed'
  nextTryAt: string | null
  attempts: {
    at: string
    status: number | null
    error: string | null
    milliseconds: number
    response: string
  }[]
}
