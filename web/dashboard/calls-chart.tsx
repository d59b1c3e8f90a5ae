import { type MouseEvent, useState } from 'react'
import { outcomeStyles } from '#web/activity/index.ts'
import { formatCompact, formatCount, formatDay, formatNumber, formatWeekday } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { type ActivityDay, CHART_DAYS, outcomes } from '#worker/activity/contract.ts'
import { axisTicks, callsOf } from './chart-scale.ts'

const plotClass = 'relative ml-9 h-44 sm:h-52'
const WEEK = 7

function inWords(day: ActivityDay | undefined): string {
  if (!day) return ''
  const parts = outcomes.map((outcome) => `${formatNumber(day[outcome])} ${outcomeStyles[outcome].word}`)
  return `${formatDay(day.day)}: ${formatCount(callsOf(day), 'call')}, ${parts.join(', ')}`
}

/** An invisible range input on top selects the day by pointer or arrow keys. */
export function CallsChart({ days }: { days: readonly ActivityDay[] }) {
  const [picked, setPicked] = useState<number>()
  const ticks = axisTicks(Math.max(...days.map(callsOf)))
  const top = ticks.at(-1) ?? 1
  const last = days.length - 1
  const day = picked === undefined ? undefined : days[picked]
  const pickUnder = ({ nativeEvent, currentTarget }: MouseEvent<HTMLElement>) => {
    const under = Math.floor((nativeEvent.offsetX / currentTarget.clientWidth) * days.length)
    setPicked(Math.max(0, Math.min(last, under)))
  }

  return (
    <div className="mt-5">
      <div className={plotClass}>
        <input
          type="range"
          className="peer absolute inset-0 z-10 m-0 h-full w-full opacity-0"
          aria-label="Day of the chart"
          aria-valuetext={inWords(days[picked ?? last])}
          min={0}
          max={last}
          value={picked ?? last}
          onChange={(event) => setPicked(event.target.valueAsNumber)}
          onFocus={() => setPicked(picked ?? last)}
          onBlur={() => setPicked(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setPicked(undefined)
          }}
          onMouseMove={pickUnder}
          onMouseLeave={() => setPicked(undefined)}
          // A click would move the thumb, which is not quite under the pointer.
          onMouseDown={(event) => event.preventDefault()}
        />
        <div
          aria-hidden
          className="h-full rounded-xs outline-offset-4 peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text"
        >
          {ticks.map((tick) => (
            <Gridline key={tick} tick={tick} top={top} />
          ))}
          <div className="absolute inset-0 flex">
            {days.map((each, index) => (
              <Bar key={each.day} day={each} top={top} isPicked={index === picked} />
            ))}
          </div>
          {day && picked !== undefined ? <DayNumbers day={day} at={picked} of={days.length} /> : null}
        </div>
      </div>
      <div aria-hidden className="relative mt-1.5 ml-9 h-4 text-2xs text-faint">
        {days.map((each, index) => (
          <DayMark key={each.day} day={each.day} at={index} of={days.length} />
        ))}
      </div>
    </div>
  )
}

function Gridline({ tick, top }: { tick: number; top: number }) {
  return (
    <div
      className={cx('absolute inset-x-0 border-t', tick === 0 ? 'border-line-strong' : 'border-dashed')}
      style={{ bottom: `${(tick / top) * 100}%` }}
    >
      <span className="tabular absolute -top-2 right-full pr-2 text-2xs text-faint">
        {formatCompact(tick)}
      </span>
    </div>
  )
}

function DayMark({ day, at, of }: { day: string; at: number; of: number }) {
  if ((of - 1 - at) % WEEK !== 0) return null
  if (at === of - 1) return <span className="absolute right-0">{formatDay(day)}</span>
  return (
    <span
      className="absolute -translate-x-1/2 whitespace-nowrap"
      style={{ left: `${((at + 0.5) / of) * 100}%` }}
    >
      {formatDay(day)}
    </span>
  )
}

type BarProps = { day: ActivityDay; top: number; isPicked: boolean }

function Bar({ day, top, isPicked }: BarProps) {
  return (
    <div
      className={cx(
        'flex h-full min-w-0 flex-1 flex-col justify-end px-px sm:px-0.5',
        isPicked && 'bg-hover',
      )}
    >
      <div
        className="flex flex-col-reverse gap-px overflow-hidden rounded-t-xs"
        style={{ height: `${(callsOf(day) / top) * 100}%` }}
      >
        {outcomes.map((outcome) =>
          day[outcome] > 0 ? (
            <div
              key={outcome}
              className={cx('min-h-0.5', outcomeStyles[outcome].fill)}
              style={{ flexGrow: day[outcome] }}
            />
          ) : null,
        )}
      </div>
    </div>
  )
}

function DayNumbers({ day, at, of }: { day: ActivityDay; at: number; of: number }) {
  const isLeft = at < of / 2
  const distance = `calc(${((isLeft ? at + 1 : of - at) / of) * 100}% + 0.25rem)`
  return (
    <div
      className="pointer-events-none absolute top-0 z-10 w-36 rounded-md border bg-raised px-3 py-2 text-xs shadow-md"
      style={isLeft ? { left: distance } : { right: distance }}
    >
      <p className="font-medium text-sm">{formatWeekday(day.day)}</p>
      <dl className="tabular mt-1 grid grid-cols-[auto_1fr_auto] items-center gap-x-1.5">
        {outcomes.map((outcome) => {
          const { word, Icon, text } = outcomeStyles[outcome]
          return (
            <div key={outcome} className="col-span-3 grid grid-cols-subgrid items-center">
              <Icon className={cx('size-3.5', text)} />
              <dt className="text-muted">{word}</dt>
              <dd className="text-right font-medium">{formatNumber(day[outcome])}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

const placeholders = Array.from({ length: CHART_DAYS }, (_, day) => ({ day, height: 30 + ((day * 37) % 50) }))

export function CallsChartLoading() {
  return (
    <>
      <LoadingText>Loading calls per day</LoadingText>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {outcomes.map((outcome) => (
          <Skeleton key={outcome} className="my-0.5 h-4 w-20" />
        ))}
      </div>
      <div className="mt-5 mb-5.5">
        <div className={cx(plotClass, 'flex items-end gap-0.5 border-b sm:gap-1')}>
          {placeholders.map(({ day, height }) => (
            <div key={day} className="flex-1" style={{ height: `${height}%` }}>
              <Skeleton className="h-full rounded-t-xs rounded-b-none" />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
