type FetchErrorCode = 'TIMEOUT' | 'UNREACHABLE' | 'TOO_LARGE'

export class FetchError extends Error {
  readonly code: FetchErrorCode

  constructor(code: FetchErrorCode, cause?: unknown) {
    super(`The request failed: ${code}`, { cause })
    this.name = 'FetchError'
    this.code = code
  }
}

export type TextResponse = { status: number; type: string; headers: Headers; text: string }

const MAX_BYTES = 256 * 1024

type Limits = { timeout: number; maxBytes?: number; cutsOff?: boolean }

/**
 * `timeout` is in milliseconds until the last byte. A text of more than `maxBytes` is an error, or is cut off. So is one that
 * breaks off. Does not follow redirects. Throws FetchError.
 */
export async function fetchText(
  url: string,
  { timeout, maxBytes = MAX_BYTES, cutsOff = false, ...init }: RequestInit & Limits,
): Promise<TextResponse> {
  const signal = AbortSignal.timeout(Math.max(1, timeout))
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' })
    const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';')
    return {
      status: response.status,
      type: type.trim(),
      headers: response.headers,
      text: await readBounded(response, maxBytes, cutsOff),
    }
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE', error)
  }
}

async function readBounded(response: Response, maxBytes: number, cutsOff: boolean): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (cutsOff) return { done: true, value: undefined } as const
      throw error
    })
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined)
      if (cutsOff) return text + decoder.decode(value.subarray(0, maxBytes - size))
      throw new FetchError('TOO_LARGE')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** At least 1. A server may send seconds or a date. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1_000)
  return Math.max(seconds, 1) || undefined
}
