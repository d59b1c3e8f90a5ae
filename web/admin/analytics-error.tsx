import { ErrorState } from '#web/ui/error-state.tsx'

export function AnalyticsError({ retry, isRetrying }: { retry: () => void; isRetrying: boolean }) {
  return (
    <ErrorState
      title="Error Loading Data"
      description="Failed to load analytics data. Please try again later."
      onRetry={retry}
      retrying={isRetrying}
      className="py-14"
    />
  )
}
