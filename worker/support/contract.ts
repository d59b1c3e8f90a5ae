import * as z from 'zod'
import { supportCategories, supportPriorities, supportStates } from '#db/enums.ts'
import { line, lines, numericCursor, plain } from '#worker/lib/text.ts'
import type { Tier } from '#worker/membership/constants.ts'
import type { OrganizationStatus } from '#worker/organizations/contract.ts'

export { supportCategories, supportPriorities, supportStates }

const categorySchema = z.enum(supportCategories, 'Select a category')
const prioritySchema = z.enum(supportPriorities, 'Select a priority')
const stateSchema = z.enum(supportStates)

export type SupportCategory = z.infer<typeof categorySchema>
export type SupportPriority = z.infer<typeof prioritySchema>
export type SupportState = z.infer<typeof stateSchema>

export const categoryNames: Readonly<Record<SupportCategory, string>> = {
  technical: 'Technical',
  billing: 'Billing',
  api: 'API',
  account: 'Account',
  feature: 'Feature request',
  other: 'Other',
}

export const priorityNames: Readonly<Record<SupportPriority, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

export const MAX_SUBJECT_LENGTH = 150
export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_MESSAGES = 100
export const SUPPORT_PAGE_SIZE = 20
export const SUPPORT_RETENTION_DAYS = 365

const message = lines('The message', { min: 1, max: MAX_MESSAGE_LENGTH, messageIfMissing: 'Enter a message' })

export const submitSchema = z.object({
  subject: line('The subject', { min: 1, max: MAX_SUBJECT_LENGTH, messageIfMissing: 'Enter a subject' }),
  category: categorySchema,
  message,
  priority: prioritySchema.default('normal'),
})

export const messageSchema = z.object({ message })
export const closeSchema = z.object({ state: z.literal('closed') })

const rowId = z.number().int().positive().max(2_147_483_647)

export const answerSchema = z.object({
  message,
  /** The newest message that the administrator saw. A request with a newer one of its user stays open. */
  lastMessageId: rowId.optional(),
})
export const stateChangeSchema = z.object({ state: z.enum(['open', 'closed']) })

export const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const reference = z
  .string()
  .toUpperCase()
  .regex(new RegExp(`^TP-[${REFERENCE_ALPHABET}]{6}$`))

export const referenceParamSchema = z.object({ reference })

export const ownRequestsQuerySchema = z.object({ before: z.optional(numericCursor) })
export const queueQuerySchema = z.object({
  state: stateSchema.optional(),
  search: z.optional(plain('search', { max: 254 }).check(z.trim(), z.toLowerCase())),
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

export type SupportRequest = {
  reference: string
  subject: string
  category: SupportCategory
  priority: SupportPriority
  state: SupportState
  createdAt: string
  updatedAt: string
}

export type SupportMessage = { id: number; author: 'user' | 'support'; text: string; createdAt: string }

type Account = {
  email: string | null
  userId: number | null
  organization: { id: string; name: string; tier: Tier } | null
}

export type QueuedRequest = SupportRequest & { account: Account }

export type SubmitRequest = z.infer<typeof submitSchema>
export type SubmitFields = z.input<typeof submitSchema>
export type OwnRequestsQuery = z.infer<typeof ownRequestsQuerySchema>
export type QueueQuery = z.infer<typeof queueQuerySchema>
export type SupportThread = SupportRequest & { messages: SupportMessage[] }
export type SupportPage = { requests: SupportRequest[]; next: string | null }
export type QueuePage = { requests: QueuedRequest[]; next: number | null }
export type QueuedThread = QueuedRequest & {
  /** Current. The name and the tier are from when the request was sent. */
  organizationStatus: OrganizationStatus | null
  messages: (SupportMessage & { answeredBy: string | null })[]
}
export type Submitted = { success: true; reference: string }
