import { formatDate, formatDateTime, formatInstant, formatRelative } from './format.ts'

const styles = { date: formatDate, 'date-time': formatDateTime, relative: formatRelative } as const

type TimeProps = { value: string; style?: keyof typeof styles; className?: string }

export function Time({ value, style = 'date', className }: TimeProps) {
  return (
    <time dateTime={value} title={formatInstant(value)} className={className}>
      {styles[style](value)}
    </time>
  )
}
