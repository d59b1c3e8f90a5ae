import { Link } from 'react-router'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { type CallDetail, HISTORY_SIZE } from '#worker/activity/contract.ts'
import { CallResult } from './calls-table.tsx'
import { tokenLabel } from './labels.ts'

export function NumberHistory({ call: { history, requestId } }: { call: CallDetail }) {
  const isOnly = history.length === 1
  return (
    <Card
      className="overflow-hidden"
      title="History of This Number"
      description={
        isOnly
          ? 'Your organization made no other call with it.'
          : 'Calls with this number by your organization, newest first, without rows of batches.'
      }
    >
      <ul className="divide-y divide-line pt-3">
        {history.map((each) => {
          const isCurrent = each.requestId === requestId
          return (
            <li
              key={each.id}
              className={cx('relative px-5 py-2.5', isCurrent ? 'bg-accent-soft' : 'hover:bg-hover')}
            >
              <Link
                to={`${paths.results}/${each.requestId}`}
                aria-current={isCurrent ? 'page' : undefined}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm after:absolute after:inset-0"
              >
                <CallResult call={each} />
                <Time value={each.createdAt} style="date-time" className="text-muted text-sm" />
              </Link>
              <span dir="auto" className="mt-1 block truncate text-muted text-sm">
                {isCurrent ? `${tokenLabel(each)} · This result` : tokenLabel(each)}
              </span>
            </li>
          )
        })}
      </ul>
      {history.length < HISTORY_SIZE ? null : (
        <p className="border-t px-5 py-3 text-muted text-sm">Older calls aren't listed.</p>
      )}
    </Card>
  )
}
