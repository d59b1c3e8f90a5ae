import { printJson } from '#worker/docs/contract/json.ts'
import { escapeHtml, html } from '#worker/docs/site/html.ts'
import { headingOf, inlineMarkdown } from '#worker/docs/site/markdown.ts'
import type { Block, SiteSettings } from '#worker/docs/site/page.ts'

export const textBlock = (title: string, language: string, text: string): string =>
  `\`\`\`${language} ${title}\n${text.trimEnd()}\n\`\`\``

export const jsonBlock = (title: string, value: unknown): string => textBlock(title, 'json', printJson(value))

export const section = (level: 2 | 3, id: string, title: string): Block => ({
  html: headingOf(level, id, inlineMarkdown(title)),
  markdown: `${'#'.repeat(level)} ${title}`,
})

export const callLine = (method: string, path: string): Block => ({
  html: html`<p class="call"><span class="method">${escapeHtml(method)}</span> <code>${escapeHtml(path)}</code></p>`,
  markdown: `\`${method} ${path}\``,
})

export function properties(values: Readonly<Record<string, string | false | undefined>>): Block {
  const entries = Object.entries(values).flatMap(([name, value]) => (value ? [{ name, value }] : []))
  return {
    html: html`<dl class="properties">${entries.map(
      ({ name, value }) => html`<div><dt>${escapeHtml(name)}</dt><dd>${inlineMarkdown(value)}</dd></div>`,
    )}</dl>`,
    markdown: entries.map(({ name, value }) => `- **${name}:** ${value}`).join('\n'),
  }
}

export const markdownTable = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const emailLink = ({ supportEmail }: SiteSettings): string =>
  `[${supportEmail}](mailto:${supportEmail})`
