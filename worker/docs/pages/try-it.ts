import { printJson } from '#worker/docs/contract/json.ts'
import { endpoints } from '#worker/docs/openapi/endpoints.ts'
import { copyButton, pre } from '#worker/docs/site/code-block.ts'
import { empty, escapeHtml, type Html, html } from '#worker/docs/site/html.ts'
import type { Block } from '#worker/docs/site/page.ts'
import type { ApiRequest } from '#worker/docs/snippets/api-request.ts'
import { type LanguageId, type Snippet, snippetsOf } from '#worker/docs/snippets/snippets.ts'

type Example = { summary: string; body: Readonly<Record<string, unknown>> }

export type TryIt = {
  id: string
  request: ApiRequest
  examples?: readonly Example[]
}

export const validateRequest = (body: Example['body'], more: Partial<ApiRequest> = {}): ApiRequest => ({
  method: 'POST',
  path: endpoints.validate.path,
  needsToken: true,
  body,
  ...more,
})

export const printsResult = { prints: ['result'] } as const

/** Without JavaScript, all languages are visible. */
export const tryIt = ({ id, request, examples = [] }: TryIt): Block => ({
  html: html`<div class="try">
${tabs(id, snippetsOf(request))}
${runForm(id, request, examples)}
</div>`,
  markdown: fences(shortened(snippetsOf(request))),
})

export const snippets = (id: string, request: ApiRequest): Block => ({
  html: codeTabs(id, snippetsOf(request)).html,
  markdown: fences(shortened(snippetsOf(request))),
})

export const codeTabs = (id: string, snippets: readonly Snippet[]): Block => ({
  html: html`<div class="try">
${tabs(id, snippets)}
</div>`,
  markdown: fences(snippets),
})

const markdownLanguages: readonly LanguageId[] = ['bash', 'typescript', 'python']

/** Three languages of a single request are enough for readers of the Markdown pages. */
const shortened = (snippets: readonly Snippet[]) =>
  snippets.filter(({ id }) => markdownLanguages.includes(id))

const fences = (snippets: readonly Snippet[]): string =>
  snippets.map(({ id, text }) => `\`\`\`${id}\n${text}\n\`\`\``).join('\n\n')

function tabs(id: string, snippets: readonly Snippet[]): Html {
  const tabId = (language: string) => escapeHtml(`${id}-tab-${language}`)
  const panelId = (language: string) => escapeHtml(`${id}-${language}`)
  const tab = ({ id: language, name }: Snippet, index: number) =>
    html`<button type="button" role="tab" id="${tabId(language)}" data-language="${escapeHtml(language)}" aria-controls="${panelId(language)}" aria-selected="${escapeHtml(String(index === 0))}"${index === 0 ? empty : html` tabindex="-1"`}>${escapeHtml(name)}</button>`
  const panel = ({ id: language, text }: Snippet, index: number) =>
    html`<div role="tabpanel" id="${panelId(language)}" aria-labelledby="${tabId(language)}"${index === 0 ? empty : html` hidden`}>${pre({ language, text })}</div>`
  return html`<div class="snippets">
<div class="bar"><div role="tablist" aria-label="Language">${snippets.map(tab)}</div>${copyButton}</div>
${snippets.map(panel)}
</div>`
}

const MAX_ROWS = 12

function runForm(
  id: string,
  { method, path, needsToken, headers = {}, body }: ApiRequest,
  examples: readonly Example[],
): Html {
  const note = needsToken ? 'Runs with a free sandbox token. No account needed.' : 'Needs no token.'
  return html`<form class="run" data-method="${escapeHtml(method)}" data-path="${escapeHtml(path)}" data-headers="${escapeHtml(JSON.stringify(headers))}"${needsToken ? html` data-needs-token` : empty}>
${examples.length > 1 ? exampleSelect(id, examples) : empty}
${body ? bodyInput(id, body) : empty}
<div class="actions"><button type="submit" class="primary">Run</button><span class="note">${escapeHtml(note)}</span></div>
<div class="result" role="status" aria-label="Response"></div>
</form>`
}

function exampleSelect(id: string, examples: readonly Example[]): Html {
  const selectId = escapeHtml(`${id}-example`)
  const options = examples.map(
    ({ summary, body }) =>
      html`<option value="${escapeHtml(printJson(body))}">${escapeHtml(summary)}</option>`,
  )
  return html`<label for="${selectId}">Example</label><select id="${selectId}">${options}</select>`
}

function bodyInput(id: string, body: Example['body']): Html {
  const inputId = escapeHtml(`${id}-body`)
  const json = printJson(body)
  const rows = Math.min(MAX_ROWS, Math.max(3, json.split('\n').length))
  return html`<label for="${inputId}">Request body</label><textarea id="${inputId}" name="body" rows="${escapeHtml(String(rows))}" spellcheck="false" autocapitalize="off" autocomplete="off">${escapeHtml(json)}</textarea>`
}
