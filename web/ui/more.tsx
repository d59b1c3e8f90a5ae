import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type MoreProps = { label: ReactNode; open?: boolean; children: ReactNode }

/** What few users need, behind a line that opens it. */
export const More = ({ label, open, children }: MoreProps) => (
  <details open={open}>
    <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-sm font-medium text-muted text-sm hover:text-ink pointer-coarse:min-h-11">
      <MoreArrow />
      {label}
    </summary>
    <div className="mt-2">{children}</div>
  </details>
)

/** In a `summary`. It points down while the details are open. */
export const MoreArrow = () => (
  <ChevronRight className="size-4 shrink-0 in-[[open]>summary]:rotate-90 transition-transform" />
)
