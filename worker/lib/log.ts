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
      code: codeOf(cause) ?? codeOf(error),
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

function codeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined
  return typeof value.code === 'string' ? value.code : undefined
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
