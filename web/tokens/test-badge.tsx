import { FlaskConical } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

export function TestBadge() {
  return (
    <Badge tone="accent" icon={<FlaskConical aria-hidden />}>
      Test
    </Badge>
  )
}
