import { ArrowRight, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { api, pathParam } from '#web/lib/api-client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { query } from '#web/lib/queries.ts'
import { useOfOrganization } from '#web/lib/swr.ts'
import { TaxId } from '#web/lib/tax-id.tsx'
import { ResultBadge } from '#web/results/index.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import {
  type BatchChange,
  type ChangeKind,
  changeKinds,
  MAX_LISTED_CHANGES,
} from '#worker/batches/contract.ts'
import { rowKey } from '#worker/batches/upload-contract/batch-row.ts'
import { FilterButton } from './filter-button.tsx'

const words = { changed: 'Changed', new: 'New', gone: 'Gone' } as const satisfies Record<ChangeKind, string>

export function ChangesPart({ batchId, since }: { batchId: string; since: string }) {
  const [kind, setKind] = useState<ChangeKind>()
  const { data, ...read } = useOfOrganization((organizationId) =>
    query(api.batches[':batchId'].changes, {
      param: { batchId: pathParam(batchId) },
      query: { since, organizationId },
    }),
  )
  if (read.error) return <LoadError title="Failed to compare the batches" {...read} className="py-14" />
  if (!data) {
    return (
      <LoadingRows count={8} label="Comparing" className="px-5" rowClass="flex items-center gap-6 py-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-5 w-16" />
      </LoadingRows>
    )
  }
  const { counts, changes } = data
  const total = changeKinds.reduce((sum, each) => sum + counts[each], 0)
  if (total === 0) {
    return (
      <EmptyState
        icon={<GitCompareArrows />}
        title="Nothing changed"
        description="Both batches have the same rows with the same results."
      />
    )
  }
  const listed = changes
    .filter(({ change }) => kind === undefined || change === kind)
    .slice(0, MAX_LISTED_CHANGES)
  return (
    <>
      <fieldset className="flex flex-wrap gap-2 px-5 py-3">
        <legend className="sr-only">Filter by change</legend>
        <FilterButton isChosen={kind === undefined} onPick={() => setKind(undefined)} count={total}>
          All changes
        </FilterButton>
        {changeKinds
          .filter((each) => counts[each] > 0)
          .map((each) => (
            <FilterButton
              key={each}
              isChosen={kind === each}
              onPick={() => setKind(each)}
              count={counts[each]}
            >
              {words[each]}
            </FilterButton>
          ))}
      </fieldset>
      <ChangesTable changes={listed} />
      {(kind ? counts[kind] : total) > listed.length ? (
        <p className="px-5 py-3 text-muted text-sm">
          Only the first {formatNumber(MAX_LISTED_CHANGES)} changes are listed.
        </p>
      ) : null}
    </>
  )
}

const ChangesTable = ({ changes }: { changes: readonly BatchChange[] }) => (
  <Table caption="Changes" heads={['Tax ID', 'Change', 'Result', ['Register', 'max-sm:hidden']]}>
    {changes.map((change, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a list that only a new read replaces
      <Change key={index} change={change} />
    ))}
  </Table>
)

function Change({ change: { change, customId, before, after } }: { change: BatchChange }) {
  const current = after ?? before
  return (
    <tr>
      <TableCell className="align-top">
        <span className="wrap-anywhere font-mono text-sm">{current ? <TaxId {...current} /> : null}</span>
        {before && after && keyOf(before) !== keyOf(after) ? (
          <span className="wrap-anywhere block text-muted text-sm">
            Before:{' '}
            <span className="font-mono">
              <TaxId {...before} />
            </span>
          </span>
        ) : null}
        {customId ? <span className="block break-all text-faint text-xs">{customId}</span> : null}
      </TableCell>
      <TableCell className="align-top text-sm">{words[change]}</TableCell>
      <TableCell className="align-top">
        <span className="flex flex-wrap items-center gap-1.5">
          {before ? <ResultBadge result={before.result} /> : null}
          {before && after && before.result !== after.result ? (
            <ArrowRight role="img" aria-label="then" className="size-4 text-faint" />
          ) : null}
          {after && after.result !== before?.result ? <ResultBadge result={after.result} /> : null}
        </span>
      </TableCell>
      <TableCell className="max-w-64 break-words align-top text-sm max-sm:hidden">
        {current?.registeredName ?? '–'}
        {before?.registeredName && after?.registeredName && before.registeredName !== after.registeredName ? (
          <span className="block text-muted">Before: {before.registeredName}</span>
        ) : null}
      </TableCell>
    </tr>
  )
}

type State = NonNullable<BatchChange['before']>

const keyOf = ({ countryCode, tin }: State) => rowKey({ countryCode: countryCode ?? '', tin: tin ?? '' })
