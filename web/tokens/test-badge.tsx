import { FlaskConical } from 'lucide-react'
import { IconBadge } from '#web/ui/badge.tsx'

export const TestBadge = () => <IconBadge look={{ tone: 'accent', word: 'Test', Icon: FlaskConical }} />
