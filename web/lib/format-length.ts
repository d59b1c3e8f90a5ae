const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formatOf = (unit: 'day' | 'hour' | 'minute') =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format
const [days, hours, minutes] = [formatOf('day'), formatOf('hour'), formatOf('minute')]

/** "2 hours 5 minutes": the two largest units. */
export function formatLength(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute'
  const [day, hour, minute] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
  ]
  const parts = [day > 0 && days(day), hour > 0 && hours(hour), day === 0 && minute > 0 && minutes(minute)]
  return parts.filter(Boolean).join(' ')
}
