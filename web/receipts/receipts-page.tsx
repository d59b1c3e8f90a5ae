import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { fresh, useOrganization, useRead, useUser } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { ResultBadge } from '#web/results/index.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { RECEIPT_DAYS, type Receipt } from '#worker/receipts/contract.ts'
import { deleteReceipt, receiptsQuery } from './receipt-actions.ts'

export function ReceiptsPage() {
  const { data: organization, organizationId } = useOrganization()
  const { data: user } = useUser()
  const { data: receipts, ...read } = useRead(organizationId ? receiptsQuery(organizationId) : null, fresh)
  const [deleted, setDeleted] = useState<Receipt>()
  const canDeleteAll = organization !== undefined && permissionsIn(organization).manageTokens
  const close = () => setDeleted(undefined)
  const content = () => {
    if (read.error) return <LoadError title="Failed to fetch receipts" {...read} />
    if (!receipts) return <LoadingRows count={3} label="Loading receipts" rowClass="px-5 py-3.5" />
    if (receipts.length === 0) {
      return (
        <EmptyState
          icon={<ReceiptText aria-hidden />}
          title="No shared receipts"
          description="Validate a number and select Share to create a page with the result."
          action={
            <Button asChild>
              <Link to={paths.dashboard}>Validate a Number</Link>
            </Button>
          }
          className="py-14"
        />
      )
    }
    return (
      <ul tabIndex={-1} aria-label="Shared receipts" className="divide-y divide-line">
        {receipts.map((receipt) => (
          <Row
            key={receipt.id}
            receipt={receipt}
            canDelete={canDeleteAll || (receipt.createdBy !== null && receipt.createdBy === user?.email)}
            onDelete={() => setDeleted(receipt)}
          />
        ))}
      </ul>
    )
  }
  return (
    <>
      <PageHeader
        description={`Results that your organization shared. Each link works for ${RECEIPT_DAYS} days, or until you delete it.`}
      />
      <Card>{content()}</Card>
      {deleted && organizationId ? (
        <AlertDialog
          onClose={close}
          title="Delete Receipt"
          description={
            <>
              The link to the receipt for{' '}
              <span className="break-all font-mono text-ink">{numberOf(deleted)}</span> stops working
              immediately.
            </>
          }
          confirmLabel="Delete Receipt"
          onConfirm={() => {
            close()
            void deleteReceipt(organizationId, deleted)
          }}
        />
      ) : null}
    </>
  )
}

const numberOf = ({ countryCode, tin }: Receipt) =>
  tin.toUpperCase().startsWith(countryCode) ? tin : `${countryCode} ${tin}`

type RowProps = { receipt: Receipt; canDelete: boolean; onDelete: () => void }

function Row({ receipt, canDelete, onDelete }: RowProps) {
  const { result, name, createdBy, createdAt, expiresAt } = receipt
  return (
    <li className="flex flex-col gap-3 px-5 py-3.5 sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="break-all font-medium font-mono">{numberOf(receipt)}</span>
          <ResultBadge result={result} />
        </p>
        {name ? <p className="break-words">{name}</p> : null}
        <p className="break-words text-muted text-sm">
          Shared <Time value={createdAt} /> by {createdBy ?? 'a former member'}. Works until{' '}
          <Time value={expiresAt} />.
        </p>
      </div>
      {canDelete ? (
        <Button
          variant="secondary"
          className="text-invalid"
          aria-label={`Delete the receipt for ${numberOf(receipt)}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      ) : null}
    </li>
  )
}
