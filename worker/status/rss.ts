import type { Incident, StatusHistory } from './contract.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

const MAX_ITEMS = 50

/** RSS 2.0. An incident keeps its ID when it ends. */
export function statusRss({ at, incidents }: StatusHistory, origin: string): string {
  const items = incidents.slice(0, MAX_ITEMS).map((incident) => itemOf(incident, origin))
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Tinproof register status</title>
<link>${escapeXml(origin)}/status</link>
<atom:link href="${escapeXml(origin)}/api/status.rss" rel="self" type="application/rss+xml"/>
<description>Outages of the official registers, from our own calls.</description>
<language>en-us</language>
<lastBuildDate>${new Date(at).toUTCString()}</lastBuildDate>
${items.join('\n')}
</channel>
</rss>
`
}

function itemOf({ register, name, parts, startedAt, endedAt }: Incident, origin: string): string {
  const who = parts.length > 0 ? `${name} (${parts.join(', ')})` : name
  const title = endedAt === null ? `${who} isn't responding` : `${who} did not answer`
  const until = endedAt === null ? 'and is ongoing' : `and ended at ${endedAt}`
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(origin)}/status</link>
<guid isPermaLink="false">${escapeXml(`${register} ${startedAt}`)}</guid>
<pubDate>${new Date(startedAt).toUTCString()}</pubDate>
<description>${escapeXml(`The outage began at ${startedAt} ${until}. Numbers are never invalid because a register is down.`)}</description>
</item>`
}
