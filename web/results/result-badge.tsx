import {
  BadgeCheck,
  Ban,
  CircleDashed,
  CircleX,
  Clock3,
  FileQuestion,
  type LucideIcon,
  ScanText,
  UserRoundX,
} from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { type Result, resultTexts } from '#worker/validation/contract/result-texts.ts'

const colors = {
  green: { tone: 'valid', ink: 'text-valid', box: 'border-valid-line bg-valid-soft' },
  amber: { tone: 'unsure', ink: 'text-unsure', box: 'border-unsure-line bg-unsure-soft' },
  blue: { tone: 'accent', ink: 'text-accent-text', box: 'border-accent-line bg-accent-soft' },
  red: { tone: 'invalid', ink: 'text-invalid', box: 'border-invalid-line bg-invalid-soft' },
  gray: { tone: 'neutral', ink: 'text-muted', box: 'border-idle-line bg-idle-soft' },
} as const

const lookOf = (result: Result, Icon: LucideIcon, fill: string) => {
  const { word, color } = resultTexts[result]
  return { word, Icon, fill, ...colors[color] }
}

/** `refused` is a call, `unreadable` a row of a batch: neither has a result. */
export const resultLooks = {
  confirmed: lookOf('confirmed', BadgeCheck, 'bg-valid-fill'),
  different_name: lookOf('different_name', UserRoundX, 'bg-differs-fill'),
  format_only: lookOf('format_only', ScanText, 'bg-accent'),
  unconfirmed: lookOf('unconfirmed', Clock3, 'bg-unsure-fill'),
  invalid: lookOf('invalid', CircleX, 'bg-invalid-fill'),
  unsupported: lookOf('unsupported', CircleDashed, 'bg-idle-fill'),
  refused: { word: 'Refused', Icon: Ban, fill: 'bg-line-strong', ...colors.gray },
  unreadable: { word: 'Unreadable', Icon: FileQuestion, fill: 'bg-line-strong', ...colors.gray },
} as const

export function ResultBadge({ result }: { result: keyof typeof resultLooks }) {
  const { word, Icon, tone } = resultLooks[result]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {word}
    </Badge>
  )
}
