import { GRACE_DAYS } from '#worker/billing/contract.ts'
import { recordYearsByTier } from '#worker/docs/fill.ts'
import { shownCompany } from '#worker/docs/legal/company.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { escapeHtml, type Html, html } from '#worker/docs/site/html.ts'
import type { Assets } from '#worker/docs/site/layout.ts'
import type { SiteSettings } from '#worker/docs/site/page.ts'
import type { PlainPage } from '#worker/docs/site/plain-layout.ts'
import { DELETION_GRACE_DAYS } from '#worker/membership/constants.ts'
import { STATUS_DAYS } from '#worker/status/contract.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { EVENT_RETENTION_DAYS } from '#worker/webhooks/contract.ts'
import { emailLink } from './blocks.ts'
import { readTextFile } from './guide-file.ts'

const days = escapeHtml(String(STATUS_DAYS))

const RSS = '/status.rss'

const content = html`<div id="status" data-days="${days}">
<p class="headline" role="status">Loading the status...</p>
<p class="note as-of"></p>
<p class="note">From real calls in the last ${days} days. Days and times are in UTC. An API incident means that at least 5% of calls, or 100 calls, failed within five minutes, or that our monitoring didn't run. An outage never makes a number invalid. <a href="${escapeHtml(RSS)}">Subscribe by RSS</a>.</p>
<div class="history"></div>
</div>
<noscript><p>This page needs JavaScript. Without it, read the <a href="${escapeHtml(RSS)}">RSS feed</a> or the <a href="/status.json">JSON</a>.</p></noscript>`

export const statusPage: PlainPage = {
  path: '/status',
  title: 'Status',
  description: `Status of the API and the official registers: ${STATUS_DAYS} days of each, and their incidents.`,
  body: [{ html: content, markdown: '' }],
}

export const statusHead = ({ statusScript }: Assets): Html =>
  html`<link rel="alternate" type="application/rss+xml" title="Tinproof status" href="${escapeHtml(`${exampleOrigin}${RSS}`)}">
<script type="module" src="${escapeHtml(statusScript)}"></script>`

export function legalPages(settings: SiteSettings): readonly PlainPage[] {
  const values = {
    ...shownCompany(),
    region: settings.region,
    supportEmail: emailLink(settings),
    activityDays: settings.activityDays,
    auditDays: settings.auditDays,
    graceDays: GRACE_DAYS,
    ...recordYearsByTier,
    eventDays: EVENT_RETENTION_DAYS,
    supportDays: SUPPORT_RETENTION_DAYS,
    deletionDays: DELETION_GRACE_DAYS,
  }
  return [
    { path: '/terms', ...readTextFile('legal/terms', values) },
    { path: '/privacy', ...readTextFile('legal/privacy', values) },
    { path: '/dpa', ...readTextFile('legal/dpa', values) },
  ]
}
