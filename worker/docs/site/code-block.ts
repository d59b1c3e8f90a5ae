import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { TOKEN_PLACEHOLDER } from '#worker/docs/snippets/api-request.ts'
import { highlight } from './highlight.ts'
import { escapeHtml, type Html, html, trusted } from './html.ts'

type Code = { language: string; text: string; title?: string }

const titles: Readonly<Record<string, string>> = {
  bash: 'Shell',
  csv: 'CSV',
  http: 'HTTP',
  json: 'JSON',
  python: 'Python',
  typescript: 'TypeScript',
}

export const codeBlock = ({ language, text, title = titles[language] ?? 'Text' }: Code): Html =>
  html`<figure class="code"><figcaption><span>${escapeHtml(title)}</span>${copyButton}</figcaption>${pre({ language, text })}</figure>`

/** The browser shows it: it does nothing without JavaScript. */
export const copyButton = html`<button type="button" class="copy" data-copy hidden>Copy</button>`

/** The browser fills in its own origin and a sandbox token. */
export const pre = ({ language, text }: Code): Html =>
  html`<pre tabindex="0"><code>${fillable(highlight(text, language))}</code></pre>`

const fillable = (code: Html): Html =>
  trusted(
    code
      .replaceAll(exampleOrigin, `<span data-origin>${exampleOrigin}</span>`)
      .replaceAll(TOKEN_PLACEHOLDER, `<span data-token>${TOKEN_PLACEHOLDER}</span>`),
  )
