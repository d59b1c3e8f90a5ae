import { FileX2 } from 'lucide-react'
import { useLocation } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { useRead } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { openedRecordQuery } from './record-queries.ts'
import { RecordView } from './record-view.tsx'

export function SharedRecordPage() {
  useTitle('Record')
  const secret = useLocation().hash.slice(1)
  const { data: record, ...read } = useRead(secret ? openedRecordQuery(secret) : null)
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10 print:max-w-none print:p-0">
      <meta name="robots" content="noindex, nofollow" />
      {record ? null : <h1 className="sr-only">Record</h1>}
      {record ? (
        <div data-proof="" className="space-y-5">
          <RecordView record={record} as="h1" link={location.href} />
          <About expiresAt={record.expiresAt} />
        </div>
      ) : !secret || read.isGone ? (
        <EmptyState
          inCard
          icon={<FileX2 />}
          title={secret ? "This record isn't available" : 'This link is incomplete'}
          description={
            secret
              ? 'The link has expired, or the organization that shared the record removed it. Ask them for a new link, or validate the number yourself.'
              : 'Part of it is missing. Long links sometimes break in emails. Copy the whole link and open it again.'
          }
          action={<LinkButton to={paths.dashboard}>Validate a Number</LinkButton>}
        />
      ) : read.error ? (
        <LoadError inCard title="The record didn't load" {...read} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

const About = ({ expiresAt }: { expiresAt: string }) => (
  <section className="rounded-lg border bg-sunken px-5 py-4 text-sm">
    <h2 className="font-semibold">What this record shows</h2>
    <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
      <li>
        This is Tinproof's result from that time, unchanged. The organization that shared it can't edit it.
      </li>
      <li>A number can be registered or deregistered later, so the result may be different today.</li>
      <li>It doesn't prove that the person who sent you this link owns the number.</li>
      <li className="print:hidden">
        The link works until <Time value={expiresAt} style="date-time" />, unless it is removed earlier.
      </li>
    </ul>
  </section>
)

const Loading = () => (
  <div className="space-y-5">
    <LoadingText>Loading the record</LoadingText>
    <Skeleton className="h-8 w-72" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-72 w-full" />
  </div>
)
