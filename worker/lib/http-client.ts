/** Why a call had no answer that could be read. */
type FetchFailure = 'TIMEOUT' | 'UNREACHABLE' | 'TOO_LARGE'

export class FetchFailed extends Error {
  readonly code: FetchFailure

  constructor(code: FetchFailure, cause?: unknown) {
    super(`The call failed: ${code}`, { cause })
    this.name = 'FetchFailed'
    this.code = code
  }
}

/** `type` is the media type alone, in lower case. */
export type Fetched = { status: number; type: string; headers: Headers; text: string }

const MAX_BYTES = 256 * 1024
/** Registers ask to be told who calls, and some refuse a call that does not say. */
const USER_AGENT = 'Tinproof/1.0 (+https://tinproof.example; tax ID validation)'

/**
 * One call to an outside service, bounded: `timeout` in milliseconds until the last byte, 256 kB at most, and no
 * redirect is followed (a 3xx is an answer like any other). Throws FetchFailed.
 */
export async function fetchText(url: string, init: RequestInit & { timeout: number }): Promise<Fetched> {
  const { timeout, ...request } = init
  const signal = AbortSignal.timeout(Math.max(1, timeout))
  const headers = new Headers(request.headers)
  if (!headers.has('User-Agent')) headers.set('User-Agent', USER_AGENT)
  try {
    const response = await fetch(url, { ...request, headers, signal, redirect: 'manual' })
    const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';')
    return {
      status: response.status,
      type: type.trim(),
      headers: response.headers,
      text: await readBounded(response),
    }
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE', error)
  }
}

async function readBounded(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > MAX_BYTES) {
      await reader.cancel().catch(() => undefined)
      throw new FetchFailed('TOO_LARGE')
    }
    text += decoder.decode(value, { stream: true })
  }
}
