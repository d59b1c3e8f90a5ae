import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { statusLabel } from './labels.ts'

const statusText = (status: number) => `${statusLabel(status)} ${status}`

export function StatusBadge({ status }: { status: number }) {
  const text = statusText(status)
  if (status < 400) {
    return (
      <Badge tone="valid" icon={<CircleCheck aria-hidden />}>
        {text}
      </Badge>
    )
  }
  if (status < 500) {
    return (
      <Badge tone="unsure" icon={<TriangleAlert aria-hidden />}>
        {text}
      </Badge>
    )
  }
  return (
    <Badge tone="invalid" icon={<CircleX aria-hidden />}>
      {text}
    </Badge>
  )
}

export const StatusText = ({ status }: { status: number }) => (
  <span className="whitespace-nowrap text-muted text-sm">{statusText(status)}</span>
)
