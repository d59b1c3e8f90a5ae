import { LoadError } from '#web/lib/load-error.tsx'
import { usePreferences } from '#web/lib/swr.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { changePreferences } from './profile-actions.ts'

export function EmailCard() {
  const { data: preferences, ...read } = usePreferences()
  const content = () => {
    if (read.error) return <LoadError title="Failed to load preferences" {...read} />
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
    <Card title="Emails" aria-busy={read.isLoading}>
      <CardContent className="pt-3">{content()}</CardContent>
    </Card>
  )
}
