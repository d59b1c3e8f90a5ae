import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import typescript from 'highlight.js/lib/languages/typescript'
import { jsonPieces } from '#worker/docs/contract/json.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { TOKEN_PLACEHOLDER } from '#worker/docs/snippets/api-request.ts'
import { escapeHtml, type Html, html, joinHtml, trusted } from './html.ts'

type Code = { language: string; text: string; title?: string }

const titles: Readonly<Record<string, string>> = {
  bash: 'Shell',
  csv: 'CSV',
  http: 'HTTP',
  javascript: 'JavaScript',
  json: 'JSON',
  m: 'Power Query M',
  python: 'Python',
  typescript: 'TypeScript',
}

export const codeBlock = ({ language, text, title = titles[language] ?? 'Text' }: Code): Html =>
  html`<figure class="code"><figcaption><span>${escapeHtml(title)}</span>${copyButton}</figcaption>${pre({ language, text })}</figure>`

/** Hidden until the browser shows it, because it does nothing without JavaScript. */
export const copyButton = html`<button type="button" class="copy" data-copy hidden>Copy</button>`

export const pre = ({ language, text }: Code): Html =>
  html`<pre tabindex="0"><code>${fillable(highlight(text, language))}</code></pre>`

const fillable = (code: Html): Html =>
  trusted(
    code
      .replaceAll(exampleOrigin, `<span data-origin>${exampleOrigin}</span>`)
      .replaceAll(TOKEN_PLACEHOLDER, `<span data-token>${TOKEN_PLACEHOLDER}</span>`),
  )

for (const [name, language] of Object.entries({
  bash,
  csharp,
  go,
  java,
  javascript,
  php,
  python,
  ruby,
  typescript,
}))
  hljs.registerLanguage(name, language)

function highlight(text: string, language: string): Html {
  if (language === 'json') return highlightJson(text)
  return hljs.getLanguage(language) ? trusted(hljs.highlight(text, { language }).value) : escapeHtml(text)
}

const highlightJson = (json: string): Html =>
  joinHtml(
    jsonPieces(json).map(({ text, kind }) =>
      kind ? html`<span class="hljs-${escapeHtml(kind)}">${escapeHtml(text)}</span>` : escapeHtml(text),
    ),
    '',
  )
