import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'

const changes = {
  increase: { Icon: ArrowUpRight, look: 'text-valid' },
  decrease: { Icon: ArrowDownRight, look: 'text-invalid' },
  neutral: { Icon: Minus, look: 'text-muted' },
} as const

export type StatChange = {
  direction: keyof typeof changes
  text: string
  isPlain?: true
}

type StatCardProps = {
  title: string
  value: ReactNode
  subtitle?: ReactNode
  icon: ReactNode
  change?: StatChange | undefined
  action?: ReactNode
  children?: ReactNode
  loading?: boolean
}

export function StatCard({
  title,
  value,
  subtitle,
  icon,
  change,
  action,
  children,
  loading = false,
}: StatCardProps) {
  const direction = change ? changes[change.direction] : undefined
  return (
    <section
      aria-label={title}
      aria-busy={loading}
      className="flex min-w-0 flex-col rounded-lg border bg-surface px-4 py-3 shadow-xs max-sm:px-3.5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="wrap-anywhere text-muted text-sm">{title}</h2>
        {/* On a phone the title needs its place. */}
        <span className="shrink-0 text-faint max-sm:hidden [&_svg]:size-4">{icon}</span>
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
        {loading ? (
          <>
            <Skeleton className="my-1 h-5 w-16" />
            <Skeleton className="my-[3px] h-3 w-24" />
          </>
        ) : (
          <span className="tabular wrap-anywhere font-semibold text-xl tracking-tight">{value}</span>
        )}
        {change && direction && !loading ? (
          <span
            className={cx(
              'inline-flex items-center gap-0.5 font-medium text-xs max-sm:basis-full',
              change.isPlain ? 'text-muted' : direction.look,
            )}
          >
            <direction.Icon className="size-3.5 shrink-0" />
            {change.text}
          </span>
        ) : null}
      </div>
      {children}
      {subtitle || loading || action ? (
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-0.5 text-sm">
          {loading ? (
            <Skeleton className="my-1 h-3 w-28" />
          ) : (
            <span className="wrap-anywhere text-faint">{subtitle}</span>
          )}
          {action}
        </div>
      ) : null}
    </section>
  )
}
