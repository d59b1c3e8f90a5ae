/** Undefined at the deadline (milliseconds since 1970). Does not stop the work. */
export async function beforeDeadline<Result>(
  work: Promise<Result>,
  deadline: number,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - Date.now()))
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
