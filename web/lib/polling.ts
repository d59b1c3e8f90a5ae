import { isRefusal } from './api-error.ts'
import { fresh } from './swr.ts'

const MAX_RETRY_SECONDS = 60

type Retry = { retryCount: number }

/** With a `refreshInterval`. SWR's interval stops at a failure, so retries continue it, each after twice the time. */
export const polling = {
  ...fresh,
  revalidateOnReconnect: true,
  shouldRetryOnError: (error: Error) => !isRefusal(error),
  onErrorRetry: (
    _error: Error,
    _key: string,
    _config: unknown,
    readAgain: (retry: Retry) => unknown,
    { retryCount }: Retry,
  ) => {
    const seconds = Math.min(2 * 2 ** retryCount, MAX_RETRY_SECONDS)
    setTimeout(() => readAgain({ retryCount }), seconds * 1_000)
  },
}
