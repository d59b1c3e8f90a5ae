import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type MoreProps = { label: ReactNode; open?: boolean; children: ReactNode }

export const More = ({ label, open, children }: MoreProps) => (
  <details open={open}>
    <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-sm font-medium text-muted text-sm hover:text-ink pointer-coarse:min-h-11">
      <MoreArrow />
      {label}
    </summary>
    <div className="mt-2">{children}</div>
  </details>
)

export const MoreArrow = () => (
  <ChevronRight className="size-4 shrink-0 in-[[open]>summary]:rotate-90 transition-transform" />
)
