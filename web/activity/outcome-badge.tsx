import { Ban, CircleCheck, CircleX, Clock3 } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import type { Outcome } from '#worker/activity/contract.ts'

export const outcomeStyles = {
  valid: { word: 'Valid', Icon: CircleCheck, tone: 'valid', text: 'text-valid', fill: 'bg-valid-fill' },
  invalid: { word: 'Invalid', Icon: CircleX, tone: 'invalid', text: 'text-invalid', fill: 'bg-invalid-fill' },
  unknown: { word: 'No result', Icon: Clock3, tone: 'unsure', text: 'text-unsure', fill: 'bg-unsure-fill' },
  refused: { word: 'Refused', Icon: Ban, tone: 'neutral', text: 'text-idle', fill: 'bg-idle-fill' },
} as const satisfies Record<Outcome, object>

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { word, Icon, tone } = outcomeStyles[outcome]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  )
}
