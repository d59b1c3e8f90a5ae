import { expect } from 'vitest'
import { type Answer, type ErrorBody, openWorker } from '#tests/worker/harness.ts'
import type { CodeNeeded, ResetCooldown, ResetTokenCheck, User } from '#worker/accounts/contract.ts'
import { hashKey } from '#worker/lib/hash.ts'

export const password = 'correct horse battery'
export const newPassword = 'another horse battery'
export const WRONG = 'not the password'

type Told = ErrorBody & { cooldownSeconds: number }

/** A Worker with what people do who sign in and reset their password. */
export async function openPasswordsWorker(name: string) {
  const worker = await openWorker(name)

  /** A new network per call, but one customer's, which failed sign-ins count together. */
  let calls = 0
  const from = () => ({ 'CF-Connecting-IP': `2001:db8:1:${(calls++).toString(16)}::1` })

  /** A new customer's network per call. */
  const fromAnywhere = () => ({ 'CF-Connecting-IP': `2001:db8:${(0x8000 + calls++).toString(16)}::1` })

  const emailOf = (name: string) => `${name}@example.test`
  const login = (name: string, secret = password, settings = {}) =>
    worker.post<User & ErrorBody & Partial<CodeNeeded>>(
      '/api/login',
      { email: emailOf(name), password: secret },
      { headers: from(), settings },
    )
  const forgot = (name: string) =>
    worker.post<Told>('/api/auth/forgot-password', { email: emailOf(name) }, { headers: fromAnywhere() })
  const cooldown = (name: string) =>
    worker.call<ResetCooldown>(`/api/auth/reset-cooldown/${encodeURIComponent(emailOf(name))}`, {
      headers: fromAnywhere(),
    })
  const check = (token: string) =>
    worker.call<ResetTokenCheck>(`/api/auth/verify-reset-token?token=${token}`, { headers: from() })
  const reset = (token: string, secret = newPassword) =>
    worker.post('/api/auth/reset-password', { token, password: secret }, { headers: from() })
  const me = (cookie: string) => worker.call('/api/user', { headers: { Cookie: cookie } })

  const cooldownKey = (name: string) => `reset-cooldown:${hashKey(emailOf(name))}`
  /** As if the cooldown of its reset had ended. */
  const waitOut = async (name: string) => {
    await worker.settle()
    await worker.redis('DEL', cooldownKey(name))
    await worker.sql`update rate_limit set cooldown_until = now() - interval '1 second'
      where email = ${emailOf(name)}`
  }

  const withoutRequestId = ({ status, body: { requestId: _, ...rest } }: Answer<ErrorBody>) => ({
    status,
    ...rest,
  })
  const emailsTo = async (name: string) =>
    (await worker.emailsTo(emailOf(name))).filter(({ subject }) => subject !== 'New sign-in to your account')

  /** Requests a link and returns the token from the email. */
  async function emailedToken(name: string): Promise<string> {
    expect((await forgot(name)).status).toBe(200)
    return worker.linkTo(emailOf(name))
  }

  return {
    worker,
    from,
    fromAnywhere,
    emailOf,
    login,
    forgot,
    cooldown,
    check,
    reset,
    me,
    cooldownKey,
    waitOut,
    withoutRequestId,
    emailsTo,
    emailedToken,
  }
}
