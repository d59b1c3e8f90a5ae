import { jsonPieces, printJson } from '#worker/docs/contract/json.ts'
import { element } from './element.ts'

type Received = { answer: Response; milliseconds: number }

const shownHeaders = ['X-Request-Id', 'RateLimit', 'Retry-After', 'Idempotent-Replayed']

/** In characters. The list of countries is longer. */
const MAX_SHOWN = 20_000

export function showMessage(result: HTMLElement, ...content: (string | Node)[]): void {
  result.replaceChildren(element('p', { class: 'message' }, ...content))
}

export async function showResponse(result: HTMLElement, { answer, milliseconds }: Received): Promise<void> {
  const text = await answer.text()
  const body = parsed(text)
  result.replaceChildren(
    ...verdictOf(body),
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

type Validation = {
  live?: boolean
  validation?: { overall: { isValid: boolean | null }; source: { isValid: boolean | null } }
  errors?: { message: string }[]
  tinInfo?: { name: string | null }
}

function verdictOf(body: unknown): Node[] {
  const { validation, errors = [], tinInfo, live = true } = Object(body) as Validation
  if (!validation) return []
  const { isValid } = validation.overall
  const [kind, word] =
    isValid === true ? ['valid', 'Valid'] : isValid === false ? ['invalid', 'Invalid'] : ['idle', 'No result']
  const reason =
    isValid === true
      ? `${tinInfo?.name ?? 'Tax ID'}${validation.source.isValid === true ? `, confirmed by the register${live ? '' : ' (simulated)'}` : ''}`
      : (errors[0]?.message ?? '')
  return [element('p', { class: `verdict ${kind}` }, element('strong', {}, word), reason ? ` ${reason}` : '')]
}

/** What to do about a failed request, from the page of its code. */
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
      'This is the beginning. ',
      element('a', { href: url }, 'Open the whole response'),
    ),
  ]
}
