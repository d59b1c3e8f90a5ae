import type { Email } from '#worker/services/resend.ts'

export type Piece = string | { name: string } | { code: string } | { link: string; label: string }
export type Paragraph = Piece | readonly Piece[]

export const formatDay = (date: Date) =>
  date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const formatMinute = (date: Date) =>
  `${date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const paragraph = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Paragraph =>
  texts.flatMap((text, index) => [text, pieces[index] ?? ''])

/** To a screen of the app, which opens in this organization: the recipient can have several. */
export function organizationLink(
  { settings }: { settings: { APP_ORIGIN: string } },
  organizationId: string,
  path: `/${string}`,
): string {
  const link = new URL(path, settings.APP_ORIGIN)
  link.searchParams.set('organizationId', organizationId)
  return link.href
}

type Fact = readonly [label: string, value: Paragraph]

export type EmailBody = {
  heading: string
  before: readonly Paragraph[]
  facts?: readonly Fact[]
  quote?: string
  button: { label: string; link: string }
  after: readonly Paragraph[]
}

const ACCENT = '#3455c4'
const FONT = "font-family:Inter,ui-sans-serif,system-ui,-apple-system,'Segoe UI',sans-serif"
const PARAGRAPH = 'margin:0 0 16px;font-size:15px;line-height:24px'
const SMALL = 'margin:0 0 16px;font-size:13px;line-height:20px;opacity:.75'
const BUTTON = `display:inline-block;padding:10px 18px;border-radius:8px;background:${ACCENT};color:#fff;font-size:15px;line-height:24px;font-weight:600;text-decoration:none`
const FACT = 'margin:0 0 6px;font-size:15px;line-height:22px'
const QUOTE = `${PARAGRAPH};margin:16px 0;padding-left:12px;border-left:3px solid #8886;white-space:pre-wrap;overflow-wrap:anywhere`
const DETAIL = 'margin:0 0 12px;font-size:14px;line-height:22px'
const RULE = 'margin:24px 0 16px;border:0;border-top:1px solid #8886'
const SIGNATURE = 'Tinproof'
const PREVIEW_FILLER = '&#847;&zwnj;&nbsp;'.repeat(90)
const MARK = `display:inline-block;width:24px;height:24px;margin-right:8px;border-radius:6px;background:${ACCENT};color:#fff;font-size:15px;line-height:24px;font-weight:700;text-align:center`

/** In the links to the app, until `withOrigin`: a template doesn't know where the app runs. */
const PLACEHOLDER_ORIGIN = 'https://app.invalid'
const legalLinks = [
  { label: 'Terms', link: `${PLACEHOLDER_ORIGIN}/terms` },
  { label: 'Privacy', link: `${PLACEHOLDER_ORIGIN}/privacy` },
] as const

export const withOrigin = (email: Email, origin: string): Email => ({
  ...email,
  html: email.html.replaceAll(PLACEHOLDER_ORIGIN, origin),
  text: email.text.replaceAll(PLACEHOLDER_ORIGIN, origin),
})

export type To = { key: string; to: string }

/** Only the logo and the button have colors, so that the email client's light and dark modes work. */
export function composeEmail(
  { key, to }: To,
  subject: string,
  content: Omit<EmailBody, 'heading'> & { heading?: string },
): Email {
  const body = { heading: subject, ...content }
  return { key, to, subject, html: renderHtml(body), text: renderText(body) }
}

function renderHtml({ heading, before, facts = [], quote, button, after }: EmailBody): string {
  const asHtml = (text: Paragraph, style: string) => `<p style="${style}">${paragraphAsHtml(text)}</p>`
  const link = escapeHtml(button.link)
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(heading)}</title></head>`,
    '<body style="margin:0;padding:0">',
    previewAsHtml(quote === undefined ? (before[0] ?? '') : [{ name: quote }]),
    `<div style="max-width:480px;margin:0 auto;padding:32px 20px;overflow-wrap:anywhere;${FONT}">`,
    `<p style="margin:0 0 24px;font-size:17px;line-height:24px;font-weight:600"><b aria-hidden="true" style="${MARK}">✓</b>Tinproof</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(heading)}</h1>`,
    ...before.map((text) => asHtml(text, PARAGRAPH)),
    ...facts.map(factAsHtml),
    ...(quote === undefined
      ? []
      : [
          `<blockquote dir="auto" style="${QUOTE}">${escapeHtml(visible(quote)).replaceAll('\n', '<br>')}</blockquote>`,
        ]),
    `<p style="margin:24px 0"><a href="${link}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`,
    ...after.map((text) => asHtml(text, DETAIL)),
    `<hr style="${RULE}">`,
    `<p style="${SMALL}">If the button doesn't work, ${addressOf(button.link) ? 'write to' : 'open this link'}:<br><a href="${link}" style="color:inherit;word-break:break-all">${escapeHtml(readable(button.link))}</a></p>`,
    `<p style="${SMALL}">${[SIGNATURE, ...legalLinks.map(pieceAsHtml)].join(' · ')}</p>`,
    '</div></body></html>',
  ].join('\n')
}

/** What inboxes show beside the subject. The filler keeps the rest of the email out of it. */
const previewAsHtml = (text: Paragraph) =>
  `<div style="display:none;max-height:0;overflow:hidden">${paragraphAsHtml(text)}${PREVIEW_FILLER}</div>`

/** The subject is above it, so it starts with the first sentence. */
function renderText({ before, facts = [], quote, button, after }: EmailBody): string {
  const paragraphs = [
    ...before.map(paragraphAsText),
    ...(facts.length > 0 ? [facts.map(factAsText).join('\n')] : []),
    ...(quote === undefined ? [] : [visible(quote).replace(/^/gm, '> ')]),
    `${button.label}:\n${readable(button.link)}`,
    ...after.map(paragraphAsText),
    [SIGNATURE, ...legalLinks.map(({ label, link }) => `${label}: ${link}`)].join('\n'),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const addressOf = (link: string) => /^mailto:(.+)/.exec(link)?.[1]
const readable = (link: string) => addressOf(link) ?? link

const piecesOf = (text: Paragraph) => [text].flat()
const paragraphAsHtml = (text: Paragraph) => piecesOf(text).map(pieceAsHtml).join('')
const paragraphAsText = (text: Paragraph) => piecesOf(text).map(pieceAsText).join('')

function pieceAsHtml(piece: Piece): string {
  if (typeof piece === 'string') return escapeHtml(piece)
  if ('name' in piece) return `<bdi>${escapeHtml(normalizeName(piece.name))}</bdi>`
  if ('code' in piece) return `<code>${escapeHtml(piece.code)}</code>`
  return `<a href="${escapeHtml(piece.link)}" style="color:inherit">${escapeHtml(piece.label)}</a>`
}

function pieceAsText(piece: Piece): string {
  if (typeof piece === 'string') return piece
  if ('name' in piece) return normalizeName(piece.name)
  if ('code' in piece) return piece.code
  return piece.link.startsWith('mailto:') ? piece.label : `${piece.label}:\n${piece.link}`
}

const factAsHtml = ([label, value]: Fact) =>
  `<p style="${FACT}"><span style="opacity:.75">${label}:</span> ${paragraphAsHtml(value)}</p>`
const factAsText = ([label, value]: Fact) => `${label}: ${paragraphAsText(value)}`

const MAX_NAME_LENGTH = 80
const ZERO_WIDTH_SPACE = '\u200b'

const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** What email clients detect links by: `://`, and the dots and @ inside domains, addresses and IPs. */
const LINKED = /:\/\/|[.@](?=\p{N}|[\p{L}\p{N}]{2})/gu

const visible = (text: string) => text.replace(INVISIBLE, '')

export const toOneLine = (text: string) =>
  visible(text)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()

function normalizeName(name: string): string {
  const line = toOneLine(name)
  const characters = [...line]
  const short =
    characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : line
  return short.replace(LINKED, `$&${ZERO_WIDTH_SPACE}`)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
