import type { Email } from '#worker/services/resend.ts'
import { composeEmail, formatMinute, type Piece } from './layout.ts'

type Alert = { to: string; link: string; since: Date; code: string }
type Problem = Alert & { message: string; advice: string }

const keyOf = (what: string, code: string, since: Date) => `alert-${what}/${code}/${since.getTime()}`

export const alertEmail = ({ to, link, since, code, message, advice }: Problem): Email =>
  composeEmail({ key: keyOf('reported', code, since), to }, `Tinproof needs attention: ${code}`, {
    before: [message, withCode(advice)],
    facts: [['Since', formatMinute(since)]],
    button: { label: 'Open System page', link },
    after: ['You get another email when this is over.'],
  })

const withCode = (text: string): Piece[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? { code: part } : part))

export const recoveryEmail = ({ to, link, since, code }: Alert): Email =>
  composeEmail({ key: keyOf('resolved', code, since), to }, `Tinproof is back to normal: ${code}`, {
    before: ['This problem is over.'],
    facts: [['It began', formatMinute(since)]],
    button: { label: 'Open System page', link },
    after: [],
  })

type Dropped = {
  to: string
  link: string
  at: Date
  count: number
  counts: readonly (readonly [string, number])[]
}

/** `counts` are by kind, the first part of an email's key. */
export const droppedEmailsEmail = ({ to, link, at, count, counts }: Dropped): Email =>
  composeEmail({ key: `emails-dropped/${at.getTime()}`, to }, `Emails that were never sent: ${count}`, {
    before: ["We couldn't send these emails for 7 days and deleted them. Their recipients didn't get them."],
    facts: counts.map(([kind, each]) => [kind, String(each)]),
    button: { label: 'Open System page', link },
    after: [],
  })
