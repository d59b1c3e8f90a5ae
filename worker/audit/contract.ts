import * as z from 'zod'
import { day, numericCursor, plain } from '#worker/lib/text.ts'

const accountEvents = {
  'account.created': 'Account created',
  'account.deleted': 'Account deleted',
  'sign_in.succeeded': 'Signed in',
  'sign_in.failed': 'Sign-in failed',
  sign_out: 'Signed out',
  'sessions.ended': 'Other sessions signed out',
  'google.linked': 'Google account linked',
  'password.changed': 'Password changed',
  'password.reset_requested': 'Password reset requested',
  'password.reset': 'Password reset',
  'password.confirmed': 'Password confirmed',
  'password.rejected': 'Password confirmation failed',
  'two_factor.set_up': 'Two-factor sign-in set up',
  'two_factor.enabled': 'Two-factor sign-in turned on',
  'two_factor.disabled': 'Two-factor sign-in turned off',
  'recovery_codes.replaced': 'Recovery codes replaced',
  'email_change.requested': 'Email change requested',
  'email_change.canceled': 'Email change canceled',
  'email_change.confirmed': 'Email change confirmed',
  'email.changed': 'Email changed',
  'profile.changed': 'Profile changed',
  'preferences.changed': 'Preferences changed',
  'admin.user_changed': 'User changed by support',
  'admin.two_factor_reset': 'Two-factor sign-in reset by support',
  'admin.register_trusted': 'Answers of a register trusted by support',
  'admin.lead_converted': 'User converted to a lead',
  'support.requested': 'Support request submitted',
  'support.replied': 'Reply to a support request',
  'support.changed': 'Support request changed',
} as const

const eventsOfOrganizations = {
  'organization.created': 'Organization created',
  'organization.changed': 'Organization settings changed',
  'organization.two_factor_changed': 'Two-factor requirement changed',
  'organization.deleted': 'Organization deleted',
  'organization.restored': 'Organization restored',
  'organization.exported': 'Organization data exported',
  'member.joined': 'Member joined',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.left': 'Member left',
  'invitation.sent': 'Invitation sent',
  'invitation.resent': 'Invitation sent again',
  'invitation.revoked': 'Invitation revoked',
  'token.created': 'API token created',
  'token.revoked': 'API token revoked',
  'token.rotated': 'API token rotated',
  'token.old_secret_ended': 'Old secret of an API token ended',
  'token.deletion_scheduled': 'API token scheduled for deletion',
  'token.allowed_ips_changed': 'IP addresses of an API token changed',
  'token.deletion_canceled': 'API token deletion canceled',
  'app.connected': 'App connected',
  'app.disconnected': 'App disconnected by itself',
  'batch.created': 'Batch created',
  'batch.canceled': 'Batch canceled',
  'batch.retried': 'Batch retried',
  'batch.deleted': 'Batch deleted',
  'validation.pending': 'Validation pending',
  'validation.deleted': 'Validation deleted',
  'monitor.created': 'Monitor created',
  'monitor.imported': 'Monitors imported',
  'monitor.changed': 'Monitor changed',
  'monitor.deleted': 'Monitor deleted',
  'record.kept': 'Record kept',
  'record.shared': 'Record shared',
  'record.unshared': 'Record no longer shared',
  'record.deleted': 'Record deleted',
  'records.exported': 'Records exported',
  'project.created': 'Project created',
  'project.key_replaced': 'Project key replaced',
  'project.deleted': 'Project deleted',
  'webhook.created': 'Webhook endpoint created',
  'webhook.changed': 'Webhook endpoint changed',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.disabled': 'Webhook endpoint disabled by Tinproof',
  'webhook.deleted': 'Webhook endpoint deleted',
  'billing_details.changed': 'Billing details changed',
  'payment.recorded': 'Payment recorded',
  'plan.changed': 'Plan changed',
  'subscription.change_requested': 'Plan change requested',
  'subscription.cancel_requested': 'Cancellation requested',
  'subscription.cancel_undone': 'Cancellation reversal requested',
  'subscription.resume_requested': 'Plan resume requested',
  'subscription.portal_opened': 'Customer portal opened',
  'admin.organization_changed': 'Organization changed by support',
} as const

const auditEvents = { ...accountEvents, ...eventsOfOrganizations }

export type AuditEvent = keyof typeof auditEvents

const AUDIT_PAGE_SIZE = 50
const MAX_ID = 2_147_483_647

const isAuditEvent = (name: string): name is AuditEvent => Object.hasOwn(auditEvents, name)
const namesOf = (events: object) => Object.keys(events).filter(isAuditEvent)

export const eventNames = namesOf(auditEvents)
export const organizationEvents = namesOf(eventsOfOrganizations)

export const auditFilterSchema = z.object({
  event: z.enum(eventNames).optional(),
  actorId: z.coerce.number().int().positive().max(MAX_ID).optional(),
  day: z.optional(day('day')),
})

const pageSchema = z.object({
  before: z.optional(numericCursor),
  limit: z.coerce.number().int().min(1).max(AUDIT_PAGE_SIZE).default(AUDIT_PAGE_SIZE),
})

export const auditQuerySchema = auditFilterSchema.extend(pageSchema.shape)
/** Without an organization, lists the entries of all organizations and accounts. `email` is the actor's or the account's, or one that an actor had. */
export const allAuditQuerySchema = auditQuerySchema.extend({
  organizationId: z.string().max(64).optional(),
  email: z.optional(plain('email', { max: 254 }).check(z.trim(), z.toLowerCase())),
})
export const ownAuditQuerySchema = pageSchema

type AuditValues = Record<string, string | number | boolean | null>

export type AuditEntry = {
  id: number
  event: string
  actorEmail: string | null
  organizationId: string | null
  subject: string | null
  before: AuditValues | null
  after: AuditValues | null
  network: string | null
  device: string | null
  requestId: string
  createdAt: string
}

export type AuditList = { entries: AuditEntry[]; next: string | null }

export type AuditFilter = z.infer<typeof auditFilterSchema>
export type AllAuditFilter = AuditFilter & { organizationId?: string | undefined; email?: string | undefined }

export const auditEventName = (event: string): string | undefined =>
  isAuditEvent(event) ? auditEvents[event] : undefined
