/** Leaves out the error's message, which may contain SQL parameters or a command. */
export function logError(what: string, error: unknown, requestId?: string): void {
  const cause = error instanceof Error ? error.cause : undefined
  console.error(
    JSON.stringify({
      level: 'error',
      what,
      requestId,
      error: error instanceof Error ? error.name : typeof error,
      cause: cause instanceof Error ? cause.name : undefined,
      code: codeOf(error),
      stack: error instanceof Error ? framesOf(error) : undefined,
    }),
  )
}

function framesOf({ stack = '', message }: Error): string {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 3)
    .join(' ')
    .trim()
}

/** Of the innermost cause that has one: an SQLSTATE, Redis's own code, or TIMEOUT, which is no refused connection. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // The driver of Neon puts the cause into `sourceError`.
  const inner = codeOf(error.cause) ?? codeOf('sourceError' in error ? error.sourceError : undefined)
  if (inner) return inner
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'TimeoutError' || /timeout/i.test(error.message) ? 'TIMEOUT' : undefined
}

type RequestLine = {
  requestId: string | undefined
  method: string
  route: string
  status: number
  code: string | undefined
  milliseconds: number
  colo: string | undefined
}

export function logRequest(line: RequestLine): void {
  console.log(JSON.stringify({ level: 'info', what: 'request', ...line }))
}

export function logSettings(problems: readonly string[]): void {
  console.error(JSON.stringify({ level: 'error', what: 'settings', problems }))
}

/** `fields` hold no personal data. */
export function logLine(
  level: 'warn' | 'error',
  what: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  console[level](JSON.stringify({ level, what, ...fields }))
}
