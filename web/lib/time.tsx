import { useSyncExternalStore } from 'react'
import { cx } from '#web/ui/cx.ts'
import { formatDate, formatDateTime, formatInstant, formatRelative } from './format.ts'
import { shownTimeZone, useTimeZone } from './time-zone.ts'

const styles = {
  date: formatDate,
  'date-time': formatDateTime,
  relative: formatRelative,
} as const

type TimeProps = { value: string; style?: keyof typeof styles; className?: string }

const MINUTE_MS = 60_000
const minute = () => Math.floor(Date.now() / MINUTE_MS)

function everyMinute(wake: () => void) {
  const timer = setInterval(wake, MINUTE_MS)
  return () => clearInterval(timer)
}

export function Time({ value, style = 'date', className }: TimeProps) {
  useTimeZone()
  const changing = style === 'relative' ? minute : shownTimeZone
  useSyncExternalStore<number | string | undefined>(everyMinute, changing, changing)
  return (
    <time
      dateTime={value}
      title={formatInstant(value)}
      className={cx(style === 'date-time' ? 'sm:whitespace-nowrap' : 'whitespace-nowrap', className)}
    >
      {styles[style](value)}
    </time>
  )
}
