import { History } from 'lucide-react'
import { Link } from 'react-router'
import { CallResult, tokenLabel } from '#web/activity/index.ts'
import { countryName } from '#web/lib/country-name.ts'
import { isPhone } from '#web/lib/is-phone.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useActivity } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { type GivenAnswer, useGivenAnswers, writtenNumber } from '#web/results/index.ts'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { LinkedRow, Table, TableCell } from '#web/ui/table.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import { resultTexts } from '#worker/validation/contract.ts'

const SHOWN = isPhone() ? 5 : 8

export function RecentCard() {
  const { activity, ...read } = useActivity()
  const answers = useGivenAnswers()

  const content = () => {
    if (read.isLoading) return <LoadingRows count={SHOWN} label="Loading activity" />
    if (read.error) return <LoadError title="Failed to load activities" {...read} />
    if (activity.length === 0) {
      return (
        <EmptyState
          icon={<History />}
          title="No calls yet"
          description="Validate a tax ID above, or call the API from your code. Each call appears here with its result."
          className="pt-2 pb-6"
        />
      )
    }
    return (
      <Table
        caption="Latest calls"
        className="max-md:stacked-rows"
        heads={['Result', 'Details', ['Time', 'text-right']]}
      >
        {activity.slice(0, SHOWN).map((call) => (
          <Call
            key={call.id}
            call={call}
            answer={answers.find(({ response }) => response.referenceId === call.requestId)}
          />
        ))}
      </Table>
    )
  }

  return (
    <Card
      title="Recent Activity"
      description="The latest calls, from your code and the dashboard."
      action={
        activity.length > 0 ? (
          <Link to={paths.activity} className={cardLinkClass}>
            See all activity
          </Link>
        ) : null
      }
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-3 pb-2">{content()}</CardContent>
    </Card>
  )
}

type CallProps = { call: Activity; answer: GivenAnswer | undefined }

function Call({ call, answer }: CallProps) {
  return (
    <LinkedRow>
      <TableCell>
        <Link to={`${paths.results}/${call.requestId}`} className="rounded-sm after:absolute after:inset-0">
          <CallResult call={call} />
        </Link>
      </TableCell>
      <TableCell className="max-md:order-1 max-md:col-span-2 md:w-full md:max-w-0">
        <Details call={call} answer={answer} />
      </TableCell>
      <TableCell className="text-right text-muted text-sm">
        <Time value={call.createdAt} style="relative" />
      </TableCell>
    </LinkedRow>
  )
}

/** The server keeps neither the number nor the name: both are from an answer that this tab got. */
function Details({ call, answer }: CallProps) {
  const { country, outcome, errorCode } = call
  const token = tokenLabel(call)
  const reason = outcome && outcome !== 'refused' ? resultTexts[outcome].sentence : errorCode
  return (
    <>
      <span dir="auto" className="block truncate text-left text-sm">
        {answer ? (
          <>
            <span className="mr-2 font-mono">{writtenNumber(answer.response)}</span>
            {answer.response.entity.name}
          </>
        ) : country === null ? (
          token
        ) : (
          `${countryName(country)} · ${token}`
        )}
      </span>
      <span className="block truncate text-muted text-sm">{answer?.response.reason ?? reason}</span>
    </>
  )
}
