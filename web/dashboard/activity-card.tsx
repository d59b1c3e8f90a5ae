import { History } from 'lucide-react'
import { Link } from 'react-router'
import { CallsLoading, CallsTable } from '#web/activity/index.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useActivity } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const SHOWN = 8

export function ActivityCard() {
  const { activity, ...read } = useActivity()

  const content = () => {
    if (read.isLoading) return <CallsLoading count={SHOWN} />
    if (read.error) return <LoadError title="Failed to load activities" {...read} />
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
    <Card
      title="Recent Activity"
      description="The latest calls, from your code and the dashboard."
      action={
        <Link to={paths.activity} className={cardLinkClass}>
          See all activity
        </Link>
      }
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-3 pb-2">{content()}</CardContent>
    </Card>
  )
}
