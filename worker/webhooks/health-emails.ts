import { composeEmail, formatDay, paragraph, type To } from '#worker/mail/layout.ts'
import type { Email } from '#worker/services/resend.ts'
import {
  DISABLED_AFTER_DAYS,
  EVENT_RETENTION_DAYS,
  MAX_TRIES,
  RETRY_PAUSE_SECONDS,
  WARNED_AFTER_DAYS,
} from './contract.ts'

const TRIED_FOR_HOURS = Math.ceil(RETRY_PAUSE_SECONDS.reduce((sum, pause) => sum + pause, 0) / 3_600)

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
      paragraph`An endpoint of “${{ name: input.organizationName }}” hasn't accepted any event since ${formatDay(input.since)}: ${input.url}`,
      `We try each event ${MAX_TRIES} times within ${TRIED_FOR_HOURS} hours. If every attempt fails for another ${DISABLED_AFTER_DAYS - WARNED_AFTER_DAYS} days, we'll disable the endpoint.`,
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
      paragraph`We disabled an endpoint of “${{ name: input.organizationName }}”: ${input.url}`,
      reason === 'gone'
        ? 'It responded with 410 (Gone), which means that it wants no more events.'
        : `It hasn't accepted any event for ${DISABLED_AFTER_DAYS} days.`,
      `Once it works again, enable it and replay the deliveries that failed. They are kept for ${EVENT_RETENTION_DAYS} days.`,
    ],
    button: { label: 'Review deliveries', link: input.link },
    after: [[{ label: 'How webhooks are delivered', link: input.docsLink }]],
  })

type BeyondPlan = Omit<WebhookEmail, 'url' | 'since'> & { urls: readonly string[]; limit: number }

export const webhooksBeyondPlanEmail = ({ urls, limit, organizationName, ...input }: BeyondPlan): Email =>
  composeEmail(input, 'Your plan allows fewer webhook endpoints', {
    before: [
      paragraph`The plan of “${{ name: organizationName }}” allows ${String(limit)} webhook endpoints now, so we disabled the newest:`,
      ...urls,
      'An upgrade enables your endpoints again. To enable one now, first disable or delete another.',
    ],
    button: { label: 'Review endpoints', link: input.link },
    after: [[{ label: 'How webhooks are delivered', link: input.docsLink }]],
  })
