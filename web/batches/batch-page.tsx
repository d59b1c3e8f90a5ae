import { Ban, RotateCw, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { attempt } from '#web/lib/attempt.ts'
import { formatCount } from '#web/lib/format.ts'
import { ItemPage } from '#web/lib/item-page.tsx'
import { useSelected } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { MonitorButton } from '#web/monitors/index.ts'
import { paths } from '#web/paths.ts'
import { useCanManageToken } from '#web/tokens/index.ts'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Batch } from '#worker/batches/contract.ts'
import { cancelBatch, deleteBatch, retryBatch, useBatch } from './batch-actions.ts'
import { isInProgress } from './batch-state.ts'
import { ProgressCard } from './progress-card.tsx'
import { ResultsCard } from './results-card.tsx'

export const BatchPage = ({ batchId }: { batchId: string }) => (
  <ItemPage
    read={useBatch(batchId)}
    list={{ path: paths.batches, name: 'Batches' }}
    failure="Failed to load the batch"
    gone={{
      title: "This batch doesn't exist",
      description: 'It was deleted, its results have expired, or it belongs to another organization.',
    }}
    loading="Loading the batch"
  >
    {({ batch }, organizationId) => <Content organizationId={organizationId} batch={batch} />}
  </ItemPage>
)

function Content({ organizationId, batch }: { organizationId: string; batch: Batch }) {
  const organization = useSelected()
  return (
    <div className="space-y-5">
      <p dir="auto" className="wrap-anywhere hidden font-medium print:block">
        {organization?.name}
      </p>
      <ProgressCard batch={batch} />
      <Actions organizationId={organizationId} batch={batch} />
      <ResultsCard organizationId={organizationId} batch={batch} />
    </div>
  )
}

function Actions({ organizationId, batch }: { organizationId: string; batch: Batch }) {
  const navigate = useNavigate()
  const canManage = useCanManageToken()(batch)
  const remove = async () => {
    await deleteBatch(organizationId, batch.id)
    toast.success('Batch deleted', { onNextScreen: true })
    void navigate(paths.batches, { replace: true })
  }
  if (!canManage) return null
  const { state, retryableRows, retryUntil } = batch
  const canRetry = retryableRows > 0 && retryUntil !== null && !isInProgress(state)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {canRetry ? (
        <>
          <Button
            variant="secondary"
            icon={<RotateCw />}
            pendingLabel="Starting..."
            action={() => attempt('Failed to retry', () => retryBatch(organizationId, batch.id))}
          >
            Retry {formatCount(retryableRows, 'Row')}
          </Button>
          <p className="text-muted text-sm">
            Free until <Time value={retryUntil} />.
          </p>
        </>
      ) : null}
      {isInProgress(state) ? (
        <ConfirmButton
          variant="secondary"
          icon={<Ban />}
          question={{
            title: 'Cancel this batch?',
            description:
              retryUntil === null
                ? "Rows without a result won't get one, and their cost goes back to your quota. Rows with a result keep it."
                : "Rows that we haven't looked up again keep their first result.",
            confirmLabel: 'Cancel Batch',
            pendingLabel: 'Canceling...',
            cancelLabel: 'Keep Running',
            onConfirm: () =>
              attempt('Failed to cancel the batch', () => cancelBatch(organizationId, batch.id)),
          }}
        >
          Cancel Batch
        </ConfirmButton>
      ) : null}
      {state === 'completed' && batch.live ? (
        <MonitorButton organizationId={organizationId} monitored={{ batchId: batch.id }} variant="secondary">
          Monitor These
        </MonitorButton>
      ) : null}
      {isInProgress(state) ? null : (
        <ConfirmButton
          variant="secondary"
          icon={<Trash2 />}
          question={{
            title: 'Delete this batch?',
            description: "The batch and its results are deleted immediately. This can't be undone.",
            confirmLabel: 'Delete Batch',
            pendingLabel: 'Deleting...',
            onConfirm: () => attempt('Failed to delete the batch', remove),
          }}
        >
          Delete Batch
        </ConfirmButton>
      )}
    </div>
  )
}
