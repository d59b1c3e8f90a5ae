import { cx } from '#web/ui/cx.ts'
import { formatDate, formatDateTime, formatInstant, formatLongDate, formatRelative } from './format.ts'
import { useTimeZone } from './time-zone.ts'

const styles = {
  date: formatDate,
  'long-date': formatLongDate,
  'date-time': formatDateTime,
  relative: formatRelative,
} as const

type TimeProps = { value: string; style?: keyof typeof styles; className?: string }

export function Time({ value, style = 'date', className }: TimeProps) {
  useTimeZone()
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
