import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { IconBadge } from '#web/ui/badge.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/organizations/contract.ts'

const statuses: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'OK',
  400: 'Bad request',
  401: 'Not authorized',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Wrong content type',
  422: 'Not accepted',
  429: 'Limit reached',
  503: 'Unavailable',
}

export function statusLabel(status: number): string {
  const known = statuses[status]
  if (known) return known
  if (status < 400) return 'OK'
  return status < 500 ? 'Refused' : 'Server error'
}

/** The `default` token serves the dashboard. */
export function tokenLabel({ tokenId, tokenName }: Pick<Activity, 'tokenId' | 'tokenName'>): string {
  if (tokenId === null) return '–'
  if (tokenName === null) return 'Deleted token'
  return tokenName === DEFAULT_TOKEN_NAME ? 'Dashboard' : tokenName
}

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
