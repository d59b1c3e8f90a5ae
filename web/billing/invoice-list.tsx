import { FileText } from 'lucide-react'
import { useId } from 'react'
import { formatMoney } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Invoice, TransactionStatus } from '#worker/billing/contract.ts'
import { tierNames } from '#worker/organizations/contract.ts'
import { openInvoice } from './billing-actions.ts'

const statuses = {
  completed: { tone: 'valid', name: 'Paid' },
  pending: { tone: 'neutral', name: 'Pending' },
  failed: { tone: 'invalid', name: 'Failed' },
  canceled: { tone: 'neutral', name: 'Canceled' },
  refunded: { tone: 'neutral', name: 'Refunded' },
} as const satisfies Record<TransactionStatus, { tone: string; name: string }>

/** Paddle makes no invoice before the payment. */
const hasInvoice = ({ status }: Invoice) => status === 'completed' || status === 'refunded'

type InvoiceListProps = { organizationId: string; invoices: readonly Invoice[] }

export function InvoiceList({ organizationId, invoices }: InvoiceListProps) {
  const titleId = useId()
  return (
    <div>
      <h3 id={titleId} className="font-medium">
        Invoices
      </h3>
      <ul aria-labelledby={titleId} className="mt-1 divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.transactionId} organizationId={organizationId} invoice={invoice} />
        ))}
      </ul>
    </div>
  )
}

function InvoiceRow({ organizationId, invoice }: { organizationId: string; invoice: Invoice }) {
  const { transactionId, billedAt, amount, refundedAmount, currency, status, plan } = invoice
  const { tone, name } = statuses[status]
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Time value={billedAt} className="w-28" />
        <span className="tabular max-sm:basis-[calc(100%-8rem)] sm:min-w-20 sm:text-right">
          {formatMoney(amount, currency)}
        </span>
        <Badge tone={tone}>{name}</Badge>
        {plan ? <span className="text-muted text-sm">{tierNames[plan]}</span> : null}
        {status === 'completed' && Number(refundedAmount) > 0 ? (
          <span className="tabular text-muted text-sm">{formatMoney(refundedAmount, currency)} refunded</span>
        ) : null}
      </div>
      {hasInvoice(invoice) ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<FileText />}
          action={() => openInvoice(organizationId, transactionId)}
        >
          Invoice
          <span className="sr-only"> of {formatMoney(amount, currency)}, opens in a new tab</span>
        </Button>
      ) : null}
    </li>
  )
}
