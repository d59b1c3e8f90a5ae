import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { errorText } from './api-error.ts'

type LoadErrorProps = {
  title: string
  error: Error | undefined
  retry: () => void
  isRetrying: boolean
  className?: string
  inCard?: boolean
}

export function LoadError({ title, error, retry, isRetrying, className, inCard = false }: LoadErrorProps) {
  const content = (
    <ErrorState
      title={title}
      description={errorText(error)}
      onRetry={retry}
      retrying={isRetrying}
      className={className}
    />
  )
  return inCard ? <Card>{content}</Card> : content
}
