import { DISABLED_AFTER_DAYS } from '#worker/webhooks/contract.ts'
import type { Email } from './email.ts'
import { composeEmail, formatDay, paragraph, type To } from './layout.ts'

type WebhookEmail = To & {
  organizationName: string
  url: string
  since: Date
  link: string
  docsLink: string
}

export const webhookFailingEmail = (input: WebhookEmail): Email =>
  composeEmail(input, 'A webhook endpoint is failing', {
    before: [
      paragraph`An endpoint of “${{ name: input.organizationName }}” hasn't accepted any event since ${formatDay(input.since)}: ${{ name: input.url }}`,
      `We try each event 8 times within 28 hours. After ${DISABLED_AFTER_DAYS} days without success, we disable the endpoint.`,
    ],
    button: { label: 'Review deliveries', link: input.link },
    after: [[{ label: 'How webhooks are delivered', link: input.docsLink }]],
  })

export const webhookDisabledEmail = ({
  reason,
  ...input
}: WebhookEmail & { reason: 'gone' | 'failing' }): Email =>
  composeEmail(input, 'A webhook endpoint was disabled', {
    before: [
      paragraph`We disabled an endpoint of “${{ name: input.organizationName }}”: ${{ name: input.url }}`,
      reason === 'gone'
        ? 'It answered 410 (Gone), which says that it wants no more events.'
        : `It hasn't accepted any event for ${DISABLED_AFTER_DAYS} days.`,
      'Once it works again, enable it and replay the deliveries that failed. They are kept for 30 days.',
    ],
    button: { label: 'Review deliveries', link: input.link },
    after: [[{ label: 'How webhooks are delivered', link: input.docsLink }]],
  })
