import { useEffect, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export const checks = [
  { key: 'format', name: 'Format' },
  { key: 'source', name: 'Official register' },
  { key: 'overall', name: 'Overall' },
] as const

const SLOW_MS = 1_000

export function ResultPending({ asksRegister }: { asksRegister: boolean }) {
  const isLong = useIsLong(asksRegister)
  return (
    <div>
      <LoadingText>{isLong ? 'Checking the register...' : 'Validating...'}</LoadingText>
      <div className="flex gap-3 rounded-lg border p-4">
        <Skeleton className="size-6 shrink-0 rounded-full!" />
        <div className="flex-1 space-y-3">
          <Skeleton className="h-6 w-3/4 max-w-80" />
          <Skeleton className="h-3.5 w-40" />
          {isLong ? (
            <p aria-hidden className="h-3.5 text-muted leading-3.5">
              Checking the register...
            </p>
          ) : (
            <Skeleton className="h-3.5 w-full max-w-md" />
          )}
        </div>
      </div>
      <Skeleton className="mt-4 h-9 w-48 rounded-md" />
      <ul className="mt-5 divide-y divide-line">
        {checks.map(({ key, name }) => (
          <li key={name} className="flex items-center justify-between gap-4 py-2.5">
            <span className="text-muted text-sm">{name}</span>
            <Badge icon={<Spinner />}>{isLong && key === 'source' ? 'Checking' : 'Pending'}</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useIsLong(isWanted: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => setLong(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
  return isLong
}
