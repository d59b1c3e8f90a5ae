import * as z from 'zod/mini'

const registerOutcomes = [
  'registered',
  'not_registered',
  'ended',
  'name_differs',
  'stale',
  'fallback',
  'unavailable',
  'timeout',
  'throttled',
  'unreachable',
  'blocked',
  'unreadable',
  'wrong_number',
  'busy',
  'paused',
  'refused',
  'not_covered',
] as const

export const errorOutcomes = ['quota_exceeded', 'rate_limited', 'error_503'] as const

const laterOutcomes = ['changes_tomorrow', 'webhook_fails'] as const

/** New outcomes come last, because their order is that of the magic numbers. */
export const sandboxOutcomes = [...registerOutcomes, ...errorOutcomes, ...laterOutcomes] as const

export type RegisterOutcome = (typeof registerOutcomes)[number] | (typeof laterOutcomes)[number]
export type ErrorOutcome = (typeof errorOutcomes)[number]
export type SandboxOutcome = (typeof sandboxOutcomes)[number]

const oneOf = <const Outcomes extends readonly SandboxOutcome[]>(outcomes: Outcomes) =>
  z.enum(outcomes, `sandbox must be one of ${outcomes.join(', ')}`)

export const sandboxOutcomeSchema = oneOf(sandboxOutcomes)
/** For monitors, whose checks are no requests that could fail. */
export const registerOutcomeSchema = oneOf([...registerOutcomes, ...laterOutcomes])

/** When a pending validation is tried again: the register has recovered, unless it stays unreachable. */
export const outcomeLater = (first: SandboxOutcome | undefined): RegisterOutcome =>
  first === 'unreachable' ? first : 'registered'

/** Added to an event's data. Its deliveries then fail as if the receiver had returned 500. */
export const failsWebhook = { sandbox: 'webhook_fails' } as const

export const SANDBOX_NEEDS_TEST_TOKEN = 'sandbox works only with a test token, which starts with tp_test_'

/** For visitors without an account. `perHour` is for each client network. */
export const SANDBOX_TOKEN = { calls: 30, seconds: 3_600, perHour: 3 } as const

export const sandboxTokenSchema = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  calls: z.int(),
})

export type SandboxToken = z.infer<typeof sandboxTokenSchema>
