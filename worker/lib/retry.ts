export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

type Options = {
  delays: readonly number[]
  wait?: (milliseconds: number) => Promise<void>
}

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
