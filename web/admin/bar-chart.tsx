import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { StepSlider } from '#web/ui/step-slider.tsx'

const sumOf = (bars: readonly Bar[]) => bars.reduce((sum, { value }) => sum + value, 0)

type Bar = { at: string; name: string; value: number }
type BarChartProps = {
  title: string
  bars: readonly Bar[]
  period: string
  unit: string
  format: (value: number) => string
  total?: number
}

export function BarChart({ title, bars, period, unit, format, total = sumOf(bars) }: BarChartProps) {
  const [picked, setPicked] = useState<number>()
  const last = bars.length - 1
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const bar = picked === undefined ? undefined : bars[picked]
  const spoken = bars[picked ?? last]
  return (
    <figure className="min-w-0 p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 whitespace-nowrap">
        <span className="font-medium">{title}</span>
        <span className="text-faint text-xs">{bar ? bar.name : period}</span>
      </figcaption>
      <p className="tabular font-semibold text-xl tracking-tight">{format(bar ? bar.value : total)}</p>
      <div className="relative mt-3 h-20">
        <StepSlider
          label={`${title} by ${unit}`}
          valueText={spoken ? `${title} on ${spoken.name}: ${format(spoken.value)}.` : ''}
          count={bars.length}
          picked={picked}
          onPick={setPicked}
        />
        <div
          aria-hidden
          className="flex h-full items-end border-line-strong border-b outline-offset-4 peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text"
        >
          {bars.map(({ at, value }, index) => (
            <div
              key={at}
              className={cx('flex h-full flex-1 items-end px-px', index === picked && 'bg-hover')}
            >
              <div
                className={cx('w-full rounded-t-xs bg-accent-text', value > 0 && 'min-h-0.5')}
                style={{ height: `${(value / highest) * 100}%` }}
              />
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between text-2xs text-faint">
        <span>{bars[0]?.name}</span>
        <span>{bars[last]?.name}</span>
      </div>
    </figure>
  )
}
