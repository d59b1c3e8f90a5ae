import { API } from './api-failures.ts'
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
<title>Tinproof status</title>
<link>${escapeXml(origin)}/status</link>
<atom:link href="${escapeXml(origin)}/status.rss" rel="self" type="application/rss+xml"/>
<description>Incidents of the API and the official registers, from real calls.</description>
<language>en-us</language>
<lastBuildDate>${new Date(at).toUTCString()}</lastBuildDate>
${items.join('\n')}
</channel>
</rss>
`
}

function itemOf(incident: Incident, origin: string): string {
  const { component, startedAt, endedAt } = incident
  const until = endedAt === null ? 'and is ongoing' : `and ended at ${endedAt}`
  const { title, note } = component === API ? describeApi(incident) : describeRegister(incident)
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(origin)}/status</link>
<guid isPermaLink="false">${escapeXml(`${component} ${startedAt}`)}</guid>
<pubDate>${new Date(startedAt).toUTCString()}</pubDate>
<description>${escapeXml(`The incident began at ${startedAt} ${until}. ${note}`)}</description>
</item>`
}

const describeApi = ({ endedAt }: Incident) => ({
  title: endedAt === null ? 'API calls are failing' : 'API incident',
  note: "Failed calls don't count toward your quota.",
})

function describeRegister({ name, parts, endedAt }: Incident) {
  const who = parts.length > 0 ? `${name} (${parts.join(', ')})` : name
  return {
    title: endedAt === null ? `${who} isn't responding` : `${who} didn't respond`,
    note: "A register that doesn't respond never makes a number invalid.",
  }
}
