/**
 * A line that workerd writes by itself, such as "A promise was resolved or rejected from a different request context" or
 * an uncaught error. The Worker only logs JSON.
 */
export const isRuntimeWarning = (line: string): boolean => line.trim() !== '' && !line.startsWith('{"level":')
