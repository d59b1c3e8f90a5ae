import { FileQuestion, UserRoundX } from 'lucide-react'
import { outcomeStyles } from '#web/activity/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { BatchResult, RowVerdict } from '#worker/batches/contract.ts'
import { hasDifferentName } from './result-text.ts'

export const verdictStyles = {
  valid: outcomeStyles.valid,
  invalid: outcomeStyles.invalid,
  unknown: { ...outcomeStyles.unknown, word: 'Unknown' },
  unreadable: { ...outcomeStyles.refused, word: 'Unreadable', Icon: FileQuestion },
} as const satisfies Record<RowVerdict, object>

export function RowVerdictBadge({ result }: { result: BatchResult }) {
  if (hasDifferentName(result)) {
    return (
      <Badge tone="unsure" icon={<UserRoundX aria-hidden />}>
        Valid, different name
      </Badge>
    )
  }
  const { word, Icon, tone } = verdictStyles[result.verdict]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  )
}
