import { ErrorState } from '#web/ui/error-state.tsx'
import { errorText } from './api-error.ts'

type LoadErrorProps = {
  title: string
  error: Error
  retry: () => void
  isRetrying: boolean
  className?: string
}

export function LoadError({ title, error, retry, isRetrying, className }: LoadErrorProps) {
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
