import { Blocks, FlaskConical } from 'lucide-react'
import { IconBadge } from '#web/ui/badge.tsx'
import type { Token } from '#worker/tokens/contract.ts'

export const TestBadge = () => <IconBadge look={{ tone: 'accent', word: 'Test', Icon: FlaskConical }} />

export function KindBadge({ token }: { token: Token }) {
  if (token.isApp) return <IconBadge look={{ tone: 'accent', word: 'App', Icon: Blocks }} />
  return token.live ? null : <TestBadge />
}
