import { beforeDeadline } from '#worker/lib/time.ts'

export type Queue = {
  sendBatch(messages: readonly { body: object; delaySeconds?: number }[]): Promise<unknown>
  metrics?(): Promise<{ oldestMessageTimestamp?: Date }>
}

const TIMEOUT = 2_000

/** The queue's own calls have no timeout. Throws after two seconds; what was sent may still arrive. */
export async function inTime<Result>(call: Promise<Result>): Promise<Result> {
  const answer = await beforeDeadline(
    call.then((result) => [result] as const),
    Date.now() + TIMEOUT,
  )
  if (!answer) throw new Error('Timeout')
  return answer[0]
}
