import { useState } from 'react'
import { TextField } from './text-field.tsx'

const FIRST_DAY = '2020-01-01'

type DayFilterProps = {
  label?: string
  day: string | undefined
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string | undefined) => void
}

/** Applies the date once it is complete: typing produces invalid dates in between. */
export function DayFilter({
  label = 'Day (UTC)',
  day,
  min = FIRST_DAY,
  max = new Date().toISOString().slice(0, 10),
  onPick,
}: DayFilterProps) {
  const [typed, setTyped] = useState(day ?? '')
  const [seen, setSeen] = useState(day)
  if (day !== seen) {
    setSeen(day)
    setTyped(day ?? '')
  }
  return (
    <TextField
      label={label}
      fieldClassName="min-w-0"
      type="date"
      className="max-sm:px-2"
      min={min}
      max={max}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '') onPick(undefined)
        else if (target.validity.valid) onPick(target.value)
      }}
      // React may replay an update that changes nothing, and so undo the one above.
      onBlur={() => typed !== (day ?? '') && setTyped(day ?? '')}
    />
  )
}
