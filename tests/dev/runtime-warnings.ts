/** A client, or a fake that a test told to fail. */
const BROKEN_CONNECTION = /Network connection lost|disconnected: /
const OWN_LINE = /^(\{"level":|\s*$|stack: |\s+at )/

/**
 * A line that workerd writes by itself, such as "A promise was resolved or rejected from a different request context" or
 * an uncaught error. The Worker only logs JSON.
 */
export const isRuntimeWarning = (line: string): boolean =>
  !OWN_LINE.test(line) && !BROKEN_CONNECTION.test(line)

export function assertNoWarnings(warnings: readonly string[]): void {
  if (warnings.length > 0) throw new Error(`workerd warned ${warnings.length} times:\n${warnings[0]}`)
}
