import { ErrorState } from '#web/ui/error-state.tsx'
import { errorText } from './api-error.ts'

type LoadErrorProps = {
  title: string
  error: Error | undefined
  retry: () => void
  isRetrying: boolean
  className?: string
}

/** What failed, with Retry. It takes a read, as `useRead` returns it. */
export const LoadError = ({ title, error, retry, isRetrying, className }: LoadErrorProps) => (
  <ErrorState
    title={title}
    description={errorText(error)}
    onRetry={retry}
    retrying={isRetrying}
    className={className}
  />
)
