/** Resolves after `milliseconds`. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

type Options = {
  /** Milliseconds to wait before each further attempt. */
  delays: readonly number[]
  wait?: (milliseconds: number) => Promise<void>
}

/** Runs `work` until it succeeds, once more after each delay. Throws what the last attempt throws. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { delays, wait = sleep }: Options,
): Promise<Result> {
  for (const delay of delays) {
    try {
      return await work()
    } catch {
      await wait(delay)
    }
  }
  return work()
}
