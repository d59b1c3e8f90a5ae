import { History } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { CallsLoading, CallsTable } from '#web/activity/index.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useActivity } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle, cardLinkClass } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const SHOWN = 8

export function ActivityCard() {
  const titleId = useId()
  const { activity, isLoading, error, isRetrying, retry } = useActivity()

  const content = () => {
    if (isLoading) return <CallsLoading count={SHOWN} />
    if (error) {
      return (
        <LoadError title="Failed to load activities" error={error} retry={retry} isRetrying={isRetrying} />
      )
    }
    if (activity.length === 0) {
      return (
        <EmptyState
          icon={<History aria-hidden />}
          title="No calls yet"
          description="Your API calls and their results appear here. Validate a tax ID to see the first one."
          className="py-8"
        />
      )
    }
    return <CallsTable caption="Latest calls" calls={activity.slice(0, SHOWN)} time="relative" />
  }

  return (
    <Card aria-labelledby={titleId} aria-busy={isLoading}>
      <CardHeader
        action={
          <Link to={paths.activity} className={cardLinkClass}>
            See all activity
          </Link>
        }
      >
        <CardTitle id={titleId}>Recent Activity</CardTitle>
        <CardDescription>The latest calls, from your code and the dashboard.</CardDescription>
      </CardHeader>
      <CardContent className="px-0 pt-3 pb-2">{content()}</CardContent>
    </Card>
  )
}
