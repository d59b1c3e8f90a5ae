import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { type BadgeLook, IconBadge } from '#web/ui/badge.tsx'
import type { RegisterStatus } from '#worker/registers/contract.ts'
import { healthOf, type RegisterHealth } from './register-status.ts'

const looks = {
  ok: { word: 'Responding', tone: 'valid', Icon: CircleCheck },
  poor: { word: 'Degraded', tone: 'unsure', Icon: CircleAlert },
  down: { word: 'Not responding', tone: 'invalid', Icon: CircleX },
  unknown: { word: 'Idle', tone: 'neutral', Icon: CircleHelp },
  off: { word: 'Off', tone: 'neutral', Icon: CircleDashed },
} as const satisfies Record<RegisterHealth, BadgeLook>

export const HealthBadge = ({ register }: { register: RegisterStatus }) => (
  <IconBadge look={looks[healthOf(register)]} />
)
