import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="touch-target mb-4 inline-flex items-center gap-1.5 font-medium text-muted text-sm hover:text-ink print:hidden"
  >
    <ArrowLeft className="size-4" />
    {children}
  </Link>
)
