import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { countryName } from '#web/lib/country-name.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadingLines } from '#web/ui/skeleton.tsx'
import type { UsageRange } from '#worker/activity/contract.ts'
import { callsOfTokenPath } from './activity-params.ts'
import { useUsage } from './activity-queries.ts'
import { type Ranked, rankedOf } from './ranked.ts'
import { tokenLabel } from './status-badge.tsx'

const SHOWN = 4

export function UsageCard({ range }: { range: UsageRange }) {
  const titleId = useId()
  const { data: usage, ...read } = useUsage(range)

  const content = () => {
    if (read.error) return <LoadError title="Failed to load usage" {...read} />
    if (!usage) return <LoadingLines count={8} label="Loading usage" className="min-h-68" />
    const tokens = rankedOf(usage.tokens, (each) => ({
      key: String(each.tokenId),
      name: each.tokenId === null ? 'No token' : tokenLabel(each),
      ...(each.tokenId !== null && { to: callsOfTokenPath(each.tokenId, range) }),
    }))
    const countries = rankedOf(usage.countries, ({ country }) => ({
      key: String(country),
      name: country === null ? 'No country' : countryName(country),
    }))
    if (tokens.length === 0) return <p className="text-muted text-sm">No calls in this period.</p>
    return (
      <div className="grid gap-5 @xl:grid-cols-2 @xl:gap-8">
        <RankedList title="By token" entries={tokens} />
        <RankedList title="By country" entries={countries} />
      </div>
    )
  }

  return (
    <Card aria-labelledby={titleId} aria-busy={read.isLoading} className="@container gap-4 p-5">
      <CardTitle id={titleId}>Usage</CardTitle>
      {content()}
    </Card>
  )
}

function RankedList({ title, entries }: { title: string; entries: readonly Ranked[] }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? entries : entries.slice(0, SHOWN)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-medium text-muted text-sm">
        {title}
      </h3>
      <ol className="mt-2 space-y-2">
        {shown.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      {entries.length > SHOWN ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2.5 mt-1.5"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${formatNumber(entries.length)}`}
        </Button>
      ) : null}
    </section>
  )
}

function Entry({ entry: { name, to, calls, share, percent } }: { entry: Ranked }) {
  const label: ReactNode = to ? (
    <Link to={to} className="touch-target rounded-xs hover:underline">
      {name}
    </Link>
  ) : (
    name
  )
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span dir="auto" className="min-w-0 flex-1 basis-24 truncate" title={name}>
          {label}
        </span>
        <span className="tabular">
          {formatNumber(calls)} <span className="text-faint">{percent}</span>
        </span>
      </div>
      <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-idle-soft">
        <div className="h-full rounded-full bg-accent-text" style={{ width: `${share * 100}%` }} />
      </div>
    </li>
  )
}
