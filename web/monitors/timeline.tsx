import { Time } from '#web/lib/time.tsx'
import { ResultBadge } from '#web/results/index.ts'
import { Card } from '#web/ui/card.tsx'
import type { MonitorAnswer, MonitorChange } from '#worker/monitors/contract.ts'

export function Timeline({ history }: { history: readonly MonitorChange[] }) {
  return (
    <Card
      title="Timeline"
      description={
        history.length === 0
          ? 'The first result appears here after the first check.'
          : 'The first result, and each change since.'
      }
    >
      <ol className="divide-y divide-line pt-3 pb-1">
        {history.map((change) => (
          <li key={change.at} className="space-y-1.5 px-5 py-3">
            <Time value={change.at} style="date-time" className="text-muted text-sm" />
            {change.before === null ? (
              <First answer={change.after} />
            ) : (
              change.changed.map((field) => (
                <Changed key={field} field={field} before={change.before} after={change.after} />
              ))
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const First = ({ answer: { result, name } }: { answer: MonitorAnswer }) => (
  <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
    First result <ResultBadge result={result} />
    <span dir="auto" className="wrap-anywhere text-muted text-sm">
      {name}
    </span>
  </p>
)

const words = { result: 'Result', name: 'Name', address: 'Address', status: 'Status' } as const

type ChangedProps = {
  field: MonitorChange['changed'][number]
  before: MonitorAnswer | null
  after: MonitorAnswer
}

function Changed({ field, before, after }: ChangedProps) {
  if (field === 'rules') return <p>Our rules for this number changed. {after.reason}</p>
  if (field === 'result') {
    return (
      <div className="space-y-1">
        <p className="flex flex-wrap items-center gap-1.5">
          {before ? <ResultBadge result={before.result} /> : null}
          <span aria-hidden>→</span>
          <span className="sr-only">changed to</span>
          <ResultBadge result={after.result} />
        </p>
        <p className="text-muted text-sm">{after.reason}</p>
      </div>
    )
  }
  return (
    <p className="wrap-anywhere">
      <span className="text-muted text-sm">{words[field]}</span>
      <del dir="auto" className="block text-muted text-sm">
        {before?.[field] ?? 'None'}
      </del>
      <ins dir="auto" className="block no-underline">
        {after[field] ?? 'None'}
      </ins>
    </p>
  )
}
