import { formatCount, formatDateTime, formatMoney, formatNumber } from '#web/lib/format.ts'
import { type AuditEntry, type AuditEvent, auditEventName } from '#worker/audit/contract.ts'
import { roleNames, tierNames } from '#worker/organizations/contract.ts'

type Entry = Pick<AuditEntry, 'event' | 'actorEmail' | 'subject' | 'before' | 'after'>
type Value = string | number | boolean | null | undefined
type Phrase = string | ((entry: Entry) => string)

/** Without a verb's subject, which is the person. `$` is what the entry is about. */
const phrases: Readonly<Record<AuditEvent, Phrase>> = {
  'account.created': 'created the account $',
  'account.deleted': 'deleted the account $',
  'sign_in.succeeded': 'signed in',
  'sign_in.failed': 'failed to sign in',
  sign_out: 'signed out',
  'sessions.ended': 'signed out other sessions',
  'google.linked': 'linked a Google account',
  'password.changed': 'changed the password',
  'password.reset_requested': 'requested a password reset',
  'password.reset': 'reset the password',
  'password.confirmed': 'confirmed the password',
  'password.rejected': 'entered a wrong password',
  'two_factor.set_up': 'set up two-factor sign-in',
  'two_factor.enabled': 'turned on two-factor sign-in',
  'two_factor.disabled': 'turned off two-factor sign-in',
  'recovery_codes.replaced': 'replaced the recovery codes',
  'email_change.requested': 'requested the new email address $',
  'email_change.canceled': 'canceled the new email address $',
  'email_change.confirmed': 'confirmed the new email address $',
  'email.changed': changed,
  'profile.changed': 'changed the profile',
  'preferences.changed': 'changed preferences',
  'admin.user_changed': ({ subject, after }) =>
    `${after?.disabled === true ? 'disabled' : 'enabled'} the account ${subject}`,
  'admin.two_factor_reset': 'turned off the two-factor sign-in of $',
  'admin.register_trusted': 'trusted the answers of the register $',
  'admin.lead_converted': 'converted $ to a lead',
  'support.requested': 'submitted the support request $',
  'support.replied': 'replied to the support request $',
  'support.changed': ({ subject, after }) => `set the support request ${subject} to ${text('state', after)}`,
  'organization.created': 'created the organization "$"',
  'organization.changed': changed,
  'organization.two_factor_changed': ({ after }) =>
    after?.required === true ? 'required two-factor sign-in' : 'stopped requiring two-factor sign-in',
  'organization.deleted': 'deleted the organization "$"',
  'organization.restored': 'restored the organization',
  'organization.exported': 'exported all data of the organization',
  'member.joined': ({ after }) => `joined as ${text('role', after)}`,
  'member.role_changed': ({ subject, before, after }) =>
    `changed the role of ${subject} from ${text('role', before)} to ${text('role', after)}`,
  'member.removed': 'removed $',
  'member.left': 'left the organization',
  'invitation.sent': 'invited $',
  'invitation.resent': 'sent the invitation of $ again',
  'invitation.revoked': 'revoked the invitation of $',
  'token.created': 'created the API token "$"',
  'token.revoked': 'revoked the API token "$"',
  'token.rotated': 'rotated the API token "$"',
  'token.old_secret_ended': 'ended the old secret of the API token "$"',
  'token.deletion_scheduled': 'scheduled the API token "$" for deletion',
  'token.allowed_ips_changed': (entry) => `${changed(entry)} for the API token "${entry.subject}"`,
  'token.deletion_canceled': 'kept the API token "$"',
  'app.connected': 'connected the app "$"',
  'app.disconnected': 'disconnected the app "$"',
  'batch.created': 'started the batch "$"',
  'batch.canceled': 'canceled the batch "$"',
  'batch.retried': 'retried rows of the batch "$"',
  'batch.deleted': 'deleted the batch "$"',
  'validation.pending': 'started the validation $, which waits for a register',
  'validation.deleted': 'deleted the validation $',
  'monitor.created': 'created the monitor $',
  'monitor.imported': ({ after }) => `created ${formatCount(Number(after?.created ?? 0), 'monitor')}`,
  'monitor.changed': (entry) => `${changed(entry)} for the monitor ${entry.subject}`,
  'monitor.deleted': 'deleted the monitor $',
  'record.kept': 'kept the record $',
  'record.shared': 'created a link to the record $',
  'record.unshared': 'removed the link to the record $',
  'record.deleted': 'deleted the record $',
  'records.exported': 'exported records',
  'project.created': 'created the project "$"',
  'project.key_replaced': 'replaced the key of the project "$"',
  'project.deleted': 'deleted the project "$"',
  'webhook.created': 'created the webhook endpoint $',
  'webhook.changed': (entry) => `${changed(entry)} for the webhook endpoint ${entry.subject}`,
  'webhook.secret_rotated': 'rotated the secret of the webhook endpoint $',
  'webhook.disabled': 'disabled the webhook endpoint $',
  'webhook.deleted': 'deleted the webhook endpoint $',
  'billing_details.changed': 'changed the billing details',
  'payment.recorded': payment,
  'plan.changed': plan,
  'subscription.change_requested': 'asked Paddle to change the plan',
  'subscription.cancel_requested': 'asked Paddle to cancel the plan',
  'subscription.cancel_undone': 'asked Paddle to keep the plan',
  'subscription.resume_requested': 'asked Paddle to resume the plan',
  'subscription.portal_opened': "opened Paddle's customer portal",
  'admin.organization_changed': (entry) => `${changed(entry)} for "${entry.subject}"`,
}

const actorsWithoutAccount: Partial<Readonly<Record<string, string>>> = {
  'payment.recorded': 'Paddle',
  'plan.changed': 'Paddle',
  'sign_in.failed': 'Someone',
  'password.reset_requested': 'Someone',
}

/** A call without a person was made with a token. */
const ofApi = /^(batch|validation|monitor|records?)\./

/** Its webhook came from no device of the customer's. */
export const isFromPaddle = ({ actorEmail, event }: Pick<Entry, 'actorEmail' | 'event'>): boolean =>
  actorEmail === null && actorsWithoutAccount[event] === 'Paddle'

const isKnown = (event: string): event is AuditEvent => Object.hasOwn(phrases, event)

export function sentenceOf(entry: Entry): { sentence: string; details: string[] } {
  const { event, actorEmail, subject, after } = entry
  const phrase = isKnown(event) ? phrases[event] : undefined
  const person =
    actorEmail ?? actorsWithoutAccount[event] ?? (ofApi.test(event) ? 'An API token' : 'Tinproof')
  if (phrase === undefined) return { sentence: `${person}: ${auditEventName(event) ?? event}.`, details: [] }
  if (typeof phrase === 'function') {
    const { reason } = after ?? {}
    return { sentence: `${person} ${phrase(entry)}.`, details: reason ? [`Reason: ${reason}`] : [] }
  }
  return {
    sentence: `${person} ${phrase.replace('$', () => subject ?? '')}.`,
    details: Object.keys(after ?? {})
      .filter((name) => after?.[name] !== null)
      .map((name) => `${capital(nameOf(name))}: ${text(name, after)}`),
  }
}

function changed({ before, after }: Entry): string {
  const names = Object.keys(after ?? {}).filter(
    (name) => name !== 'reason' && before?.[name] !== after?.[name],
  )
  const parts = names.map((name) => {
    if (typeof after?.[name] === 'boolean') return switched(name, after[name])
    const [old, now] = [text(name, before), text(name, after)]
    if (now === NONE) return `removed the ${nameOf(name)}`
    return old === NONE
      ? `set the ${nameOf(name)} to ${now}`
      : `changed the ${nameOf(name)} from ${old} to ${now}`
  })
  return parts.length > 0 ? list.format(parts) : 'changed the details'
}

function switched(name: string, isOn: boolean): string {
  if (name === 'paused') return `${isOn ? 'paused' : 'resumed'} the checks`
  return `turned ${isOn ? 'on' : 'off'} the ${nameOf(name)}`
}

function payment({ actorEmail, before, after }: Entry): string {
  const money = (amount: Value) => formatMoney(String(amount ?? 0), String(after?.currency ?? 'USD'))
  const amount = money(after?.amount)
  const refunded = Number(after?.refunded ?? 0) - Number(before?.refunded ?? 0)
  if (refunded > 0) return `refunded ${money(refunded)} of a payment of ${amount}`
  switch (after?.status) {
    case 'failed':
      return `couldn't charge ${amount}`
    case 'canceled':
      return `canceled a payment of ${amount}`
    default:
      return `${actorEmail === null ? 'charged' : 'paid'} ${amount}`
  }
}

function plan({ before, after }: Entry): string {
  const differs = (name: string) => (before?.[name] ?? null) !== (after?.[name] ?? null)
  const name = text('plan', after)
  if (after?.status === 'canceled') return `ended the ${name} plan`
  if (differs('tier'))
    return `changed the plan from ${text('tier', before ?? { tier: 'FREE' })} to ${text('tier', after)}`
  if (differs('cancelsAt'))
    return after?.cancelsAt
      ? `canceled the ${name} plan, which ends ${text('cancelsAt', after)}`
      : `kept the ${name} plan`
  if (differs('nextPlan'))
    return after?.nextPlan
      ? `will change the plan from ${name} to ${text('nextPlan', after)} at the next renewal`
      : `kept the ${name} plan`
  return differs('status') ? `set the ${name} plan to ${text('status', after)}` : `renewed the ${name} plan`
}

const list = new Intl.ListFormat('en-US')
const NONE = 'none'

const names: Readonly<Record<string, string>> = {
  allowedIps: 'allowed IPs',
  batchRetentionDays: 'batch retention in days',
  enabled: 'events',
  every: 'interval',
  keepsRecords: 'records of every validation',
  monitorDigest: 'digest of monitors',
  oldSecretEnds: 'end of the old secret',
  read: 'tax lookup',
  recordYears: 'retention of records in years',
  url: 'URL',
  validation: 'tax validation',
}

const nameOf = (name: string): string =>
  names[name] ??
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(vat|id)\b/g, (word) => word.toUpperCase())

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const valueNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  expiry: { '30days': '30 days', '90days': '90 days', '1year': '1 year' },
  role: roleNames,
  tier: tierNames,
  plan: tierNames,
  nextPlan: tierNames,
}

function text(name: string, values: AuditEntry['after']): string {
  const value = values?.[name]
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'name') return `"${value}"`
  if (name === 'status' || name === 'state') return value.replaceAll('_', ' ').toLowerCase()
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  return valueNames[name]?.[value] ?? value
}
