import { formatDate, formatDateTime, formatInstant, formatRelative } from './format.ts'

const styles = { date: formatDate, 'date-time': formatDateTime, relative: formatRelative } as const

type TimeProps = { value: string; style?: keyof typeof styles; className?: string }

/** A date in the reader's zone, with the exact instant on hover. */
export function Time({ value, style = 'date', className }: TimeProps) {
  return (
    <time dateTime={value} title={formatInstant(value)} className={className}>
      {styles[style](value)}
    </time>
  )
}
