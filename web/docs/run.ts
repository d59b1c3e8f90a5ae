import { parseJson } from '#web/lib/parse-json.ts'
import { fetchInSandbox, sandboxFailure, savedToken } from '#web/lib/sandbox-token.ts'
import { jsonPieces, printJson } from '#worker/docs/contract/json.ts'
import { type Result, resultTexts } from '#worker/validation/contract.ts'
import { element } from './element.ts'

export function fillIn(): void {
  for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
  const token = savedToken()
  if (!token) return
  for (const place of document.querySelectorAll('[data-token]')) place.textContent = token
}

type Call = {
  method: string
  path: string
  headers: Record<string, string>
  needsToken: boolean
  body: string | undefined
}

export function offerRun(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.run')) {
    const input = form.querySelector('textarea')
    const examples = form.querySelector('select')
    examples?.addEventListener('change', () => {
      if (input) input.value = examples.value
    })
    input?.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void run(form, input?.value)
    })
  }
}

async function run(form: HTMLFormElement, body: string | undefined): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')
  const result = form.querySelector<HTMLElement>('.result')
  if (!button || !result || button.ariaDisabled === 'true') return
  const problem = body === undefined ? undefined : jsonProblem(body)
  if (problem) {
    showMessage(result, problem)
    return
  }
  const { method = 'GET', path = '/', headers = '{}', needsToken } = form.dataset
  button.ariaDisabled = 'true'
  button.textContent = 'Running...'
  try {
    const call = { method, path, headers: JSON.parse(headers), needsToken: needsToken !== undefined, body }
    await showResponse(result, await request(call))
  } catch (error) {
    showMessage(result, ...wordsFor(error))
  } finally {
    button.ariaDisabled = null
    button.textContent = 'Run'
    fillIn()
  }
}

function jsonProblem(body: string): string | undefined {
  try {
    JSON.parse(body)
    return undefined
  } catch (error) {
    return `The request body isn't valid JSON. ${error instanceof Error ? error.message : ''}`
  }
}

async function request({ method, path, headers, needsToken, body }: Call): Promise<Received> {
  const startedAt = performance.now()
  const answer = await (needsToken ? fetchInSandbox : fetch)(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  return { answer, milliseconds: Math.round(performance.now() - startedAt) }
}

function wordsFor(error: unknown): (string | Node)[] {
  const { text, isUsedUp } = sandboxFailure(error)
  if (!isUsedUp) return [text]
  const signUp = element('a', { href: '/auth?page=register' }, 'create a free account')
  return [text, signUp, ' and use a token of your own.']
}

type Received = { answer: Response; milliseconds: number }

const shownHeaders = ['X-Request-Id', 'RateLimit', 'Retry-After', 'Idempotent-Replayed']

/** In characters. The list of countries is longer. */
const MAX_SHOWN = 20_000

function showMessage(result: HTMLElement, ...content: (string | Node)[]): void {
  result.replaceChildren(element('p', { class: 'message' }, ...content))
}

async function showResponse(result: HTMLElement, { answer, milliseconds }: Received): Promise<void> {
  const text = await answer.text()
  const body = parseJson(text)
  result.replaceChildren(
    ...resultOf(body),
    ...adviceFor(answer, body),
    element(
      'p',
      { class: 'status' },
      element('strong', { class: answer.ok ? 'valid' : 'invalid' }, `Status ${answer.status}`),
      ` in ${milliseconds} ms`,
    ),
    headersOf(answer),
    ...bodyOf(answer, body === undefined ? text : printJson(body)),
  )
}

type Validation = { result?: Result; reason?: string; live?: boolean }

function resultOf(body: unknown): Node[] {
  const { result, reason, live = true } = Object(body) as Validation
  if (!result) return []
  const { word, color } = resultTexts[result]
  const text = ` ${reason}${live ? '' : ' (Simulated.)'}`
  return [element('p', { class: `outcome ${color}` }, element('strong', {}, word), text)]
}

function adviceFor(answer: Response, body: unknown): Node[] {
  const { code, message, docs } = Object(body) as { code?: string; message?: string; docs?: string }
  if (answer.ok || !code) return []
  const path = docs ? new URL(docs).pathname : '/docs/errors/'
  return [
    element('p', { class: 'message' }, `${message ?? ''} `, element('a', { href: path }, `About ${code}`)),
  ]
}

function headersOf({ headers }: Response): Node {
  const lines = shownHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [element('div', {}, element('dt', {}, name), element('dd', {}, value))]
  })
  return element('dl', { class: 'headers' }, ...lines)
}

function bodyOf({ url }: Response, text: string): Node[] {
  const shown = text.slice(0, MAX_SHOWN)
  const pieces = jsonPieces(shown).map(({ text: piece, kind }) =>
    kind ? element('span', { class: `hljs-${kind}` }, piece) : piece,
  )
  const code = element('pre', { tabindex: '0' }, element('code', {}, ...pieces))
  if (shown === text) return [code]
  return [
    code,
    element(
      'p',
      { class: 'note' },
      'This is only the beginning of the response. ',
      element('a', { href: url }, 'Open the whole response'),
    ),
  ]
}
