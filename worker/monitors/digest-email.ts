import { composeEmail, formatDay, paragraph, type To } from '#worker/mail/layout.ts'
import type { Email } from '#worker/services/resend.ts'
import { type Result, resultTexts } from '#worker/validation/constants.ts'
import type { MonitorField } from './contract.ts'

export type DigestChange = {
  countryCode: string
  label: string
  changed: readonly MonitorField[]
  before: Result
  after: Result
}

type MonitorDigest = To & {
  organizationName: string
  from: Date
  count: number
  changes: readonly DigestChange[]
  link: string
  settingsLink: string
}

function describe({ changed, before, after }: DigestChange): string {
  const others = changed.filter((field) => field !== 'result')
  const result = changed.includes('result')
    ? [`${resultTexts[before].word} → ${resultTexts[after].word}`]
    : []
  return [...result, ...others.map((field) => `${field === 'rules' ? 'our rules' : field} changed`)].join(
    ', ',
  )
}

export function monitorDigestEmail(input: MonitorDigest): Email {
  const { count, changes, from } = input
  const [numbers, have] = count === 1 ? ['This number', 'has'] : ['These numbers', 'have']
  const more = count - changes.length
  const subject = count === 1 ? 'A monitored number changed' : `${count} changes to monitored numbers`
  return composeEmail(input, subject, {
    before: [
      paragraph`${numbers} of “${{ name: input.organizationName }}” ${have} changed since ${formatDay(from)}.`,
    ],
    facts: changes.map((change) => [change.countryCode, [{ name: change.label }, `: ${describe(change)}`]]),
    button: { label: 'Review changes', link: input.link },
    after: [
      ...(more > 0
        ? [`This email shows the newest changes. There ${more === 1 ? 'is 1' : `are ${more}`} more.`]
        : []),
      [{ label: 'Change how often you get this email', link: input.settingsLink }],
    ],
  })
}
