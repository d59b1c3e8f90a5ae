import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type MoreProps = { label: ReactNode; open?: boolean; children: ReactNode }

/** What few users need, behind a line that opens it. */
export const More = ({ label, open, children }: MoreProps) => (
  <details className="group" open={open}>
    <summary className="flex min-h-8 w-fit list-none items-center gap-1.5 rounded-sm font-medium text-muted text-sm hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
      {label}
    </summary>
    <div className="mt-2">{children}</div>
  </details>
)
