import { FileX2, Printer } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { ResultPanel, ResultTable, useCountries } from '#web/dashboard/index.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatInstant } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useRead } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { OpenedReceipt } from '#worker/receipts/contract.ts'
import { openedReceiptQuery } from './receipt-actions.ts'

/** For anyone with the link, whose secret is the part after the #. */
export function ReceiptPage() {
  useTitle('Receipt')
  const secret = useLocation().hash.slice(1)
  const { data: receipt, ...read } = useRead(secret ? openedReceiptQuery(secret) : null)
  const isGone = !secret || (read.error instanceof ApiError && read.error.status === 404)
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10 print:max-w-none print:p-0">
      <meta name="robots" content="noindex, nofollow" />
      {receipt ? (
        <Receipt receipt={receipt} />
      ) : isGone ? (
        <Card>
          <EmptyState
            icon={<FileX2 aria-hidden />}
            title={secret ? "This receipt isn't available" : 'This link is incomplete'}
            description={
              secret
                ? 'It has expired, or the organization that shared it deleted it. Ask them for a new link, or validate the number yourself.'
                : 'Part of it is missing. Long links sometimes break in emails. Copy the whole link and open it again.'
            }
            action={
              <Button asChild>
                <Link to={paths.dashboard}>Validate a Number</Link>
              </Button>
            }
            className="py-14"
          />
        </Card>
      ) : read.error ? (
        <LoadError inCard title="The receipt didn't load" {...read} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Receipt({ receipt: { answer, name, expiresAt } }: { receipt: OpenedReceipt }) {
  const { countryOf } = useCountries()
  const input = { countryCode: answer.countryCode, tin: answer.tin, ...(name !== null && { name }) }
  return (
    <article data-proof="" className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-2xl tracking-tight">Tax ID validation receipt</h1>
          <p className="mt-1 text-muted">Validated by Tinproof on {formatInstant(answer.requestDate)}.</p>
        </div>
        <Button
          variant="secondary"
          icon={<Printer aria-hidden />}
          className="print:hidden"
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <ResultPanel response={answer} input={input} countryOf={countryOf} />
      <Card className="p-5 print:border-0 print:p-0 print:shadow-none">
        <ResultTable response={answer} country={countryOf(answer.countryCode)} />
      </Card>
      <section className="rounded-lg border bg-sunken px-5 py-4 text-sm">
        <h2 className="font-semibold">What this receipt shows</h2>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
          <li>
            This is Tinproof's result from that time, unchanged. The organization that shared it can't edit
            it.
          </li>
          <li>A number can be registered or deregistered later, so the result may be different today.</li>
          <li>It doesn't prove that the person who sent you this link owns the number.</li>
          <li>
            The link works until <Time value={expiresAt} style="date-time" />, unless it is deleted earlier.
          </li>
        </ul>
        <p className="mt-3 hidden print:block">
          Reference {answer.referenceId}, {location.host}
          {paths.receipt}
        </p>
      </section>
    </article>
  )
}

const Loading = () => (
  <div className="space-y-5">
    <LoadingText>Loading the receipt</LoadingText>
    <Skeleton className="h-8 w-72 max-w-full" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-72 w-full" />
  </div>
)
