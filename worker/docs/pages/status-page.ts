import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { escapeHtml, type Html, html } from '#worker/docs/site/html.ts'
import type { Assets } from '#worker/docs/site/layout.ts'
import type { PlainPage } from '#worker/docs/site/plain-layout.ts'
import { STATUS_DAYS } from '#worker/status/contract.ts'

const days = escapeHtml(String(STATUS_DAYS))

const RSS = '/api/status.rss'

/** The script fills it with what /api/status answers. */
const content = html`<div id="status" data-days="${days}">
<p class="headline" role="status">Loading the status...</p>
<p class="note as-of"></p>
<div class="history"></div>
</div>
<noscript><p>This page needs JavaScript. Without it, read the <a href="${escapeHtml(RSS)}">RSS feed</a> or the <a href="/api/status">JSON</a>.</p></noscript>
<p class="note">From our own calls to the official registers in the last ${days} days. Days and times are in UTC. An outage never makes a number invalid. <a href="${escapeHtml(RSS)}">Subscribe by RSS</a>.</p>`

export const statusPage: PlainPage = {
  path: '/status',
  title: 'Status',
  description: `Status of the official registers: ${STATUS_DAYS} days of each register, and its incidents.`,
  body: [{ html: content, markdown: '' }],
}

export const statusHead = ({ statusScript }: Assets): Html =>
  html`<link rel="alternate" type="application/rss+xml" title="Tinproof register status" href="${escapeHtml(`${exampleOrigin}${RSS}`)}">
<script type="module" src="${escapeHtml(statusScript)}"></script>`
