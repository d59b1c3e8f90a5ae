import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { signUps } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { CODE_LENGTH, CODE_LIFE_SECONDS, type OpenedLink } from '#worker/accounts/contract.ts'
import type { OpenedSession } from '#worker/accounts/sessions/insert-session.ts'
import type { Context } from '#worker/context.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { finishSignUp } from './finish-sign-up.ts'
import { hashBrowser, isBegunIn, isOpenSignUp } from './sign-up-conditions.ts'

const NOT_OPENED: OpenedLink = { verified: false, organization: null, finished: false, code: null }

/** `proof` is the sign-up that this browser may complete, `code` is for another browser. */
export async function openLink(
  ctx: Context,
  { email, token }: { email: string; token: string },
  secret: string | undefined,
): Promise<{ answer: OpenedLink; proof?: number; session?: OpenedSession }> {
  const { db } = ctx
  const browser = hashBrowser(secret)
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const isKnown = isBegunIn(db, { email, browser })
  const unlessKnown = (value: unknown, current: unknown) =>
    sql`case when ${isKnown} then ${current} else ${value} end`
  const [opened] = await db
    .update(signUps)
    .set({
      openedAt: sql`coalesce(${signUps.openedAt}, ${now})`,
      password: sql`case when ${signUps.browser} = ${browser} then ${signUps.password} end`,
      code: unlessKnown(sql`${hashCode(email, code)}::text`, signUps.code),
      codeAttempts: unlessKnown(sql`0`, signUps.codeAttempts),
      codeExpiresAt: unlessKnown(secondsFromNow(CODE_LIFE_SECONDS), signUps.codeExpiresAt),
    })
    .where(and(isOpenSignUp(email), eq(signUps.token, hashToken(token))))
    .returning({ id: signUps.id, password: signUps.password, isKnown: sql<boolean>`${isKnown}` })
  if (!opened) return { answer: { ...NOT_OPENED, finished: await isFinished(ctx, email, token) } }
  if (opened.password !== null) {
    const proven = { signUpId: opened.id, email, browser, passwordHash: opened.password }
    const finished = await finishSignUp(ctx, proven)
    if (!finished) return { answer: { ...NOT_OPENED, finished: true } }
    const { id, name } = finished.organization
    return {
      answer: { verified: true, organization: { id, name }, finished: true, code: null },
      session: { sid: finished.sid, userId: finished.user.id },
    }
  }
  return {
    answer: { verified: true, organization: null, finished: false, code: opened.isKnown ? null : code },
    proof: opened.id,
  }
}

/** Six digits are quickly guessed from the hash. Their short lifetime protects them. */
export const hashCode = (email: string, code: string) => hashToken(`${email} ${code}`)

async function isFinished({ db }: Context, email: string, token: string): Promise<boolean> {
  const [found] = await db
    .select({ finishedAt: signUps.finishedAt })
    .from(signUps)
    .where(and(eq(signUps.email, email), eq(signUps.token, hashToken(token))))
  return Boolean(found?.finishedAt)
}
