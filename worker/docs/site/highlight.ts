import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { jsonPieces } from '#worker/docs/contract/json.ts'
import { escapeHtml, type Html, html, joinHtml, trusted } from './html.ts'

for (const [name, language] of Object.entries({ bash, csharp, go, java, php, python, typescript }))
  hljs.registerLanguage(name, language)

/** Text that isn't in one of these languages, such as a header, stays plain. */
export function highlight(text: string, language: string): Html {
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
