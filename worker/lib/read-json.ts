/** Undefined if it isn't JSON. */
export function readJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}
