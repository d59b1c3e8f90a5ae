export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** One delay before each further attempt. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { delaysMs }: { delaysMs: readonly number[] },
): Promise<Result> {
  for (const delay of delaysMs) {
    try {
      return await work()
    } catch {
      await sleep(delay)
    }
  }
  return work()
}

/** Undefined at the deadline (milliseconds since 1970). Does not stop the work. */
export async function beforeDeadline<Result>(
  work: Promise<Result>,
  deadline: number,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, deadline - Date.now(), undefined)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const BINDING_TIMEOUT = 2_000

/** For queues and KV, whose calls have no timeout. Throws after two seconds; what was sent may still arrive. */
export async function inTime<Result>(call: Promise<Result>): Promise<Result> {
  const answer = await beforeDeadline(
    call.then((result) => [result] as const),
    Date.now() + BINDING_TIMEOUT,
  )
  if (!answer) throw new Error('Timeout')
  return answer[0]
}

export const formatDuration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minute${seconds > 60 ? 's' : ''}`
