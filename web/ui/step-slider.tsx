import type { MouseEvent } from 'react'

type StepSliderProps = {
  label: string
  valueText: string
  count: number
  picked: number | undefined
  onPick: (step: number | undefined) => void
}

/** An invisible range input on top of a chart selects a step by pointer or arrow keys. The chart is its next sibling. */
export function StepSlider({ label, valueText, count, picked, onPick }: StepSliderProps) {
  const last = count - 1
  const pickUnder = ({ nativeEvent, currentTarget }: MouseEvent<HTMLElement>) => {
    const under = Math.floor((nativeEvent.offsetX / currentTarget.clientWidth) * count)
    onPick(Math.max(0, Math.min(last, under)))
  }
  return (
    <input
      type="range"
      className="peer absolute inset-0 z-10 m-0 h-full w-full opacity-0"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={last}
      value={picked ?? last}
      onChange={(event) => onPick(event.target.valueAsNumber)}
      onFocus={() => onPick(picked ?? last)}
      onBlur={() => onPick(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onPick(undefined)
      }}
      onMouseMove={pickUnder}
      onMouseLeave={() => onPick(undefined)}
      // A click would move the thumb, which is not quite under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    />
  )
}
