import { ArrowLeft, Ban, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { onOrganizationChanged } from '#web/lib/selection.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { useCanManageToken } from '#web/tokens/index.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { Batch } from '#worker/batches/contract.ts'
import { cancelBatch, deleteBatch, retryBatch } from './batch-actions.ts'
import { useBatch } from './batch-queries.ts'
import { isInProgress } from './batch-state.ts'
import { ProgressCard } from './progress-card.tsx'
import { ResultsCard } from './results-card.tsx'

export function BatchPage({ batchId }: { batchId: string }) {
  const { organizationId, batch, error, isRetrying, retry } = useBatch(batchId)
  useLeaveOnSwitch()

  const content = () => {
    if (batch && organizationId) return <Content organizationId={organizationId} batch={batch} />
    if (error instanceof ApiError && error.status === 404) return <Gone />
    if (error) {
      return (
        <Card>
          <LoadError
            title="Failed to load the batch"
            error={error}
            retry={retry}
            isRetrying={isRetrying}
            className="py-14"
          />
        </Card>
      )
    }
    return <BatchLoading />
  }
  return (
    <>
      <Link
        to={paths.batches}
        className="touch-target mb-4 inline-flex items-center gap-1.5 font-medium text-muted text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All Batches
      </Link>
      {content()}
    </>
  )
}

function Content({ organizationId, batch }: { organizationId: string; batch: Batch }) {
  return (
    <div className="space-y-5">
      <ProgressCard batch={batch} />
      <Actions organizationId={organizationId} batch={batch} />
      <ResultsCard organizationId={organizationId} batch={batch} />
    </div>
  )
}

const questions = {
  cancel: {
    title: 'Cancel this batch?',
    description:
      "Rows that aren't done yet get no result, and their cost goes back to your quota. Finished rows keep their results.",
    confirm: 'Cancel Batch',
    pending: 'Canceling...',
    keep: 'Keep Running',
    failed: 'Failed to cancel the batch',
  },
  delete: {
    title: 'Delete this batch?',
    description: "The batch and its results are deleted immediately. This can't be undone.",
    confirm: 'Delete Batch',
    pending: 'Deleting...',
    keep: 'Cancel',
    failed: 'Failed to delete the batch',
  },
} as const

function Actions({ organizationId, batch }: { organizationId: string; batch: Batch }) {
  const navigate = useNavigate()
  const focus = useFocusReturn()
  const canManage = useCanManageToken()(batch)
  const [asked, setAsked] = useState<keyof typeof questions>()
  // Keeps its text while the dialog closes.
  const [shown, setShown] = useState<keyof typeof questions>('cancel')
  const question = questions[shown]
  const ask = (what: keyof typeof questions) => {
    setAsked(what)
    setShown(what)
  }
  const close = () => {
    setAsked(undefined)
    focus.restore()
  }
  const { submit: confirm, isPending } = useSingleSubmit(async () => {
    try {
      if (shown === 'cancel') await cancelBatch(organizationId, batch.id)
      else {
        await deleteBatch(organizationId, batch.id)
        toast.success('Batch deleted', { onNextScreen: true })
        void navigate(paths.batches, { replace: true })
      }
    } catch (error) {
      toast.error(question.failed, { description: errorText(error) })
    }
    close()
  })
  const { submit: retry, isPending: isRetrying } = useSingleSubmit(async () => {
    try {
      await retryBatch(organizationId, batch.id)
    } catch (error) {
      toast.error('Failed to retry', { description: errorText(error) })
    }
  })
  if (!canManage) return null
  const { state, retryable, retryUntil } = batch
  const canRetry = retryable > 0 && retryUntil !== null && !isInProgress(state)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {canRetry ? (
        <>
          <Button
            variant="secondary"
            icon={<RotateCw aria-hidden />}
            pending={isRetrying}
            pendingLabel="Starting..."
            onClick={() => void retry()}
          >
            Retry {formatCount(retryable, 'row')}
          </Button>
          <p className="text-muted text-sm">
            Free until <Time value={retryUntil} />.
          </p>
        </>
      ) : null}
      {state === 'processing' || state === 'receiving' ? (
        <Button variant="secondary" icon={<Ban aria-hidden />} onClick={() => ask('cancel')}>
          Cancel Batch
        </Button>
      ) : null}
      {isInProgress(state) ? null : (
        <Button variant="secondary" icon={<Trash2 aria-hidden />} onClick={() => ask('delete')}>
          Delete Batch
        </Button>
      )}
      <AlertDialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        onOpening={() => focus.capture()}
        title={question.title}
        description={question.description}
        cancelLabel={question.keep}
        confirmLabel={question.confirm}
        pendingLabel={question.pending}
        pending={isPending}
        onConfirm={() => void confirm()}
      />
    </div>
  )
}

const Gone = () => (
  <Card>
    <EmptyState
      title="This batch doesn't exist"
      description="It was deleted, its results have expired, or it belongs to another organization."
      action={
        <Button asChild variant="secondary" size="sm">
          <Link to={paths.batches}>See All Batches</Link>
        </Button>
      }
      className="py-14"
    />
  </Card>
)

function BatchLoading() {
  return (
    <Card className="space-y-5 p-5">
      <LoadingText>Loading batch</LoadingText>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-2.5 w-full" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-12 w-20" />
        ))}
      </div>
    </Card>
  )
}

/** A batch belongs to one organization. */
function useLeaveOnSwitch(): void {
  const navigate = useNavigate()
  useEffect(() => onOrganizationChanged(() => void navigate(paths.batches, { replace: true })), [navigate])
}
