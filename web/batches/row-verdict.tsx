import { FileQuestion } from 'lucide-react'
import { outcomeStyles } from '#web/activity/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { RowVerdict } from '#worker/batches/contract.ts'

export const verdictStyles = {
  valid: outcomeStyles.valid,
  invalid: outcomeStyles.invalid,
  unknown: { ...outcomeStyles.unknown, word: 'Unknown' },
  unreadable: { ...outcomeStyles.refused, word: 'Unreadable', Icon: FileQuestion },
} as const satisfies Record<RowVerdict, object>

export function RowVerdictBadge({ verdict }: { verdict: RowVerdict }) {
  const { word, Icon, tone } = verdictStyles[verdict]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  )
}
