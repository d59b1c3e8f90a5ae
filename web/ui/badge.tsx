import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'border-idle-line bg-idle-soft text-muted',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  valid: 'border-valid-line bg-valid-soft text-valid',
  invalid: 'border-invalid-line bg-invalid-soft text-invalid',
  unsure: 'border-unsure-line bg-unsure-soft text-unsure',
} as const

type BadgeProps = { tone?: keyof typeof tones; icon?: ReactNode; children: ReactNode }

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 py-px font-medium text-xs',
        '[&_svg]:size-3.5',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

export type BadgeLook = { tone: keyof typeof tones; word: string; Icon: LucideIcon }

export const IconBadge = ({ look: { tone, word, Icon } }: { look: BadgeLook }) => (
  <Badge tone={tone} icon={<Icon />}>
    {word}
  </Badge>
)
