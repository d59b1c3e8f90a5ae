import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOrganization } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { resultLooks } from '#web/results/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { type Batch, rowResults } from '#worker/batches/contract.ts'
import { useBatches } from './batch-actions.ts'
import { BatchPage } from './batch-page.tsx'
import { batchName, batchPath, donePercent, isInProgress } from './batch-state.ts'
import { ResultBar, StateBadge } from './progress-card.tsx'
import { UploadCard } from './upload-card.tsx'

export function BatchesPage() {
  const { batchId } = useParams()
  return batchId === undefined ? <Overview /> : <BatchPage batchId={batchId} />
}

function Overview() {
  const { organizationId, data: organization } = useOrganization()
  return (
    <>
      <PageHeader
        description={
          organization && organization.status !== 'ACTIVE'
            ? "No batches can be started, because this organization isn't active."
            : 'Validate a whole list of tax IDs at once and download the results.'
        }
      />
      <div className="space-y-5">
        <UploadCard />
        <BatchList key={organizationId} />
      </div>
    </>
  )
}

/** Give it the organization's ID as key: pages belong to one organization. */
function BatchList() {
  const [pageCount, setPageCount] = useState(1)
  return (
    <Card title="History">
      <div className="mt-3">
        <Pages cursor={undefined} count={pageCount} onMore={() => setPageCount(pageCount + 1)} />
      </div>
    </Card>
  )
}

type PagesProps = { cursor: string | undefined; count: number; onMore: () => void }

/** Each page begins where the one before ends now, so a new batch moves the others and hides none. */
function Pages({ cursor, count, onMore }: PagesProps) {
  const { data: page, ...read } = useBatches(cursor)
  if (read.error) return <LoadError title="Failed to load the batches" {...read} className="py-14" />
  if (!page) return <LoadingRows count={3} label="Loading batches" className="border-t" />
  const { batches, next } = page
  if (batches.length === 0 && cursor === undefined) {
    return (
      <EmptyState
        icon={<ListChecks />}
        title="No batches yet"
        description="Check all of your customers or suppliers at once. Your batches and their results appear here."
      />
    )
  }
  return (
    <>
      <ul className="divide-y divide-line border-t">
        {batches.map((batch) => (
          <Item key={batch.id} batch={batch} />
        ))}
      </ul>
      {next && count > 1 ? <Pages cursor={next} count={count - 1} onMore={onMore} /> : null}
      {next && count === 1 ? (
        <div className="border-t px-5 py-3 text-center">
          <Button variant="secondary" size="sm" onClick={onMore}>
            Load More
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Item({ batch }: { batch: Batch }) {
  const { id, rows, state, createdAt, createdBy, counts } = batch
  const isRunning = isInProgress(state)
  return (
    <li className="relative grid gap-x-6 gap-y-1.5 px-5 py-3 hover:bg-hover lg:grid-cols-[minmax(0,1fr)_14rem_7rem] lg:items-center">
      <span className="min-w-0">
        <Link
          to={batchPath(id)}
          dir="auto"
          className="block truncate text-left font-medium after:absolute after:inset-0 hover:underline"
        >
          {batchName(batch)}
        </Link>
        <span className="wrap-anywhere block text-muted text-sm">
          {formatCount(rows, 'row')} · <Time value={createdAt} style="date-time" />
          {createdBy ? ` · ${createdBy}` : null}
        </span>
      </span>
      <span className="space-y-1">
        <ResultBar batch={batch} />
        <span className="tabular block text-muted text-xs">
          {isRunning
            ? `${donePercent(batch)}% done`
            : rowResults
                .filter((result) => counts[result] > 0)
                .map((result) => `${formatNumber(counts[result])} ${resultLooks[result].word.toLowerCase()}`)
                .join(', ')}
        </span>
      </span>
      <span className="lg:text-right">
        <StateBadge batch={batch} />
      </span>
    </li>
  )
}
