import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import type { RegisterStatus } from '#worker/registers/contract.ts'
import { healthOf, type RegisterHealth } from './register-status.ts'

const looks = {
  ok: { word: 'Responding', tone: 'valid', Icon: CircleCheck },
  poor: { word: 'Degraded', tone: 'unsure', Icon: CircleAlert },
  down: { word: 'Not responding', tone: 'invalid', Icon: CircleX },
  unknown: { word: 'Idle', tone: 'neutral', Icon: CircleHelp },
  off: { word: 'Off', tone: 'neutral', Icon: CircleDashed },
} as const satisfies Record<RegisterHealth, object>

export function HealthBadge({ register }: { register: RegisterStatus }) {
  const { word, tone, Icon } = looks[healthOf(register)]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  )
}
