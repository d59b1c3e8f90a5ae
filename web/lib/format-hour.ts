const hours = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const weekdayHours = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric' })

/** In the user's time zone: "5 PM". */
export const formatHour = (instant: string | Date): string => hours.format(new Date(instant))

/** "Fri, 5 PM" */
export const formatWeekdayHour = (instant: string | Date): string => weekdayHours.format(new Date(instant))
