import type { Mail } from './mail.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (value: string) =>
  value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e2e2e6, #333338); --soft: light-dark(#66666e, #a0a0a8) }
body { margin: 0 auto; max-width: 760px; padding: 32px 16px; font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 22px } h2 { font-size: 16px; margin: 0 }
p { color: var(--soft); margin: 0 } article { border: 1px solid var(--line); border-radius: 8px; margin: 16px 0 }
header { display: grid; gap: 2px; padding: 14px 16px } header > * { overflow-wrap: anywhere }
iframe { border: 0; border-top: 1px solid var(--line); width: 100%; height: 420px; resize: vertical; background: #fff }
pre { border-top: 1px solid var(--line); margin: 0; padding: 14px 16px; white-space: pre-wrap; overflow-wrap: anywhere }
summary { border-top: 1px solid var(--line); cursor: pointer; padding: 8px 16px; color: var(--soft) }
`

function article(mail: Mail): string {
  const plain = `<pre>${escapeHtml(mail.text)}</pre>`
  const document = escapeHtml(`<base target="_blank">${mail.html}`)
  const body = mail.html
    ? `<iframe title="${escapeHtml(mail.subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${document}"></iframe>
       <details><summary>Plain text</summary>${plain}</details>`
    : plain
  return `<article><header><h2>${escapeHtml(mail.subject)}</h2>
    <p>To ${escapeHtml(mail.to)} · from ${escapeHtml(mail.from)} · <time>${mail.at}</time></p></header>${body}</article>`
}

/** Scripts in an email don't run. */
export function mailboxPage(mails: readonly Mail[]): string {
  const list = mails.length > 0 ? mails.map(article).join('\n') : '<p>No emails yet.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Mailbox</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><main><h1>Mailbox</h1>${list}</main></body></html>`
}
