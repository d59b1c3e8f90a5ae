import { ErrorState } from '#web/ui/error-state.tsx'
import { errorText } from './api-error.ts'

type ReadFailedProps = {
  title: string
  error: Error
  retry: () => void
  isRetrying: boolean
  className?: string
}

export function ReadFailed({ title, error, retry, isRetrying, className }: ReadFailedProps) {
  return (
    <ErrorState
      title={title}
      description={errorText(error)}
      onRetry={retry}
      retrying={isRetrying}
      {...(className ? { className } : {})}
    />
  )
}
