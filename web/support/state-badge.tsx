import { CircleCheck, CircleDot, MessageSquareReply } from 'lucide-react'
import { IconBadge } from '#web/ui/badge.tsx'
import type { SupportState } from '#worker/support/contract.ts'

export const stateNames: Readonly<Record<SupportState, string>> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

const looks = {
  open: { tone: 'accent', Icon: CircleDot },
  answered: { tone: 'valid', Icon: MessageSquareReply },
  closed: { tone: 'neutral', Icon: CircleCheck },
} as const

export const StateBadge = ({ state }: { state: SupportState }) => (
  <IconBadge look={{ ...looks[state], word: stateNames[state] }} />
)
