import { useId } from 'react'
import { LoadError } from '#web/lib/load-error.tsx'
import { usePreferences } from '#web/lib/swr.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { changePreferences } from './preferences-actions.ts'

export function EmailCard() {
  const titleId = useId()
  const { preferences, isLoading, error, isRetrying, retry } = usePreferences()
  const content = () => {
    if (error) {
      return (
        <LoadError title="Failed to load preferences" error={error} retry={retry} isRetrying={isRetrying} />
      )
    }
    if (!preferences) {
      return (
        <>
          <LoadingText>Loading preferences</LoadingText>
          <Skeleton className="my-1 h-3.5 w-40" />
          <Skeleton className="my-1 h-3.5 w-72 max-w-full" />
          <Skeleton className="my-1 h-3.5 w-48 sm:hidden" />
        </>
      )
    }
    return (
      <Checkbox
        label="Quota emails"
        hint="Get an email when an organization you administer has used 80%, 90% and 100% of its monthly quota."
        checked={preferences.quotaEmails}
        onCheckedChange={(quotaEmails) => void changePreferences({ quotaEmails })}
      />
    )
  }
  return (
    <Card aria-labelledby={titleId} aria-busy={isLoading}>
      <CardHeader>
        <CardTitle id={titleId}>Emails</CardTitle>
      </CardHeader>
      <CardContent className="pt-3">{content()}</CardContent>
    </Card>
  )
}
