/** Browsers can forbid local storage. Then nothing is remembered. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

export const read = (key: string): unknown =>
  attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown)

export const write = (key: string, value: unknown): void =>
  attempt(() => localStorage.setItem(key, JSON.stringify(value)))
