/** `fields` hold no personal data. */
export const logLine = (
  level: 'log' | 'warn' | 'error',
  what: string,
  fields: Readonly<Record<string, unknown>>,
): void => console[level](JSON.stringify({ level: level === 'log' ? 'info' : level, what, ...fields }))

/** Leaves out the error's message, which may contain SQL parameters or a command. */
export function logError(what: string, error: unknown, requestId?: string): void {
  const cause = error instanceof Error ? error.cause : undefined
  logLine('error', what, {
    requestId,
    error: error instanceof Error ? error.name : typeof error,
    cause: cause instanceof Error ? cause.name : undefined,
    code: codeOf(error),
    stack: error instanceof Error ? framesOf(error) : undefined,
  })
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

/** Workers also report a refused connection as a lost one. */
const codesByMessage: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'TIMEOUT'],
  [/^(Uncaught Error: )?Network connection lost|^Connection terminated/, 'CONNECTION_LOST'],
]

/**
 * The code of the innermost cause that has one: an SQLSTATE, Redis's own, `HTTP_` with a status, UNREADABLE for a reply that
 * is no JSON, or one of the above.
 */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const fieldOf = (name: string): unknown => Reflect.get(error, name)
  const [code, message] = [fieldOf('code'), fieldOf('message')]
  // The driver of Neon puts the cause into `sourceError`.
  const inner = codeOf(fieldOf('cause')) ?? codeOf(fieldOf('sourceError'))
  if (inner) return inner
  if (typeof code === 'string') return code
  const text = typeof message === 'string' ? message : ''
  const status = /^Server error \(HTTP status (\d{3})\)/.exec(text)?.[1]
  if (status) return `HTTP_${status}`
  if (fieldOf('name') === 'SyntaxError') return 'UNREADABLE'
  return codesByMessage.find(([pattern]) => pattern.test(text))?.[1]
}
