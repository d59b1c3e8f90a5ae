import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { IconBadge } from '#web/ui/badge.tsx'
import { statusLabel } from './labels.ts'

const statusText = (status: number) => `${statusLabel(status)} ${status}`

function lookOf(status: number) {
  if (status < 400) return { tone: 'valid', Icon: CircleCheck } as const
  return status < 500
    ? ({ tone: 'unsure', Icon: TriangleAlert } as const)
    : ({ tone: 'invalid', Icon: CircleX } as const)
}

export const StatusBadge = ({ status }: { status: number }) => (
  <IconBadge look={{ ...lookOf(status), word: statusText(status) }} />
)

export const StatusText = ({ status }: { status: number }) => (
  <span className="whitespace-nowrap text-muted text-sm">{statusText(status)}</span>
)
