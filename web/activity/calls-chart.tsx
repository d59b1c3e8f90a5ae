import { useState } from 'react'
import { formatCompact, formatCount, formatNumber } from '#web/lib/format.ts'
import { resultLooks } from '#web/results/index.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import { StepSlider } from '#web/ui/step-slider.tsx'
import { CHART_DAYS, type OutcomeCounts, outcomes } from '#worker/activity/contract.ts'
import { axisTicks, callsOf } from './chart-scale.ts'
import { type Step, sentenceOf, WEEK } from './chart-steps.ts'

const plotClass = 'relative ml-9 h-44 sm:h-52'

export function CallsChart({ steps, label }: { steps: readonly Step[]; label: string }) {
  const [picked, setPicked] = useState<number>()
  const ticks = axisTicks(Math.max(...steps.map(({ counts }) => callsOf(counts))))
  const top = ticks.at(-1) ?? 1
  const last = steps.length - 1
  const step = picked === undefined ? undefined : steps[picked]
  const spoken = step ?? steps[last]

  return (
    <div className="mt-5">
      <div className={plotClass}>
        <StepSlider
          label={label}
          valueText={spoken ? sentenceOf(spoken) : ''}
          count={steps.length}
          picked={picked}
          onPick={setPicked}
        />
        <div
          aria-hidden
          className="h-full rounded-xs outline-offset-4 peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text"
        >
          {ticks.map((tick) => (
            <Gridline key={tick} tick={tick} top={top} />
          ))}
          <div className="absolute inset-0 flex">
            {steps.map((each, index) => (
              <Bar key={each.at} counts={each.counts} top={top} isPicked={index === picked} />
            ))}
          </div>
          {step && picked !== undefined ? <StepNumbers step={step} at={picked} of={steps.length} /> : null}
        </div>
      </div>
      <div aria-hidden className="@container relative mt-1.5 ml-9 h-4 text-2xs text-faint">
        {steps.map(({ at, mark }, index) =>
          mark ? (
            <Mark
              key={at}
              at={index}
              of={steps.length}
              hidden={cx(
                '@max-[9rem]:hidden',
                steps.length === WEEK
                  ? isOdd(last - index) && 'max-sm:hidden'
                  : isOdd((last - index) / WEEK) && '@max-[13rem]:hidden',
              )}
            >
              {mark}
            </Mark>
          ) : null,
        )}
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

const isOdd = (count: number) => count % 2 === 1

type MarkProps = { at: number; of: number; hidden: string; children: string }

function Mark({ at, of, hidden, children }: MarkProps) {
  if (at === of - 1) return <span className="absolute right-0">{children}</span>
  return (
    <span
      className={cx('absolute -translate-x-1/2 whitespace-nowrap', hidden)}
      style={{ left: `${((at + 0.5) / of) * 100}%` }}
    >
      {children}
    </span>
  )
}

function Bar({ counts, top, isPicked }: { counts: OutcomeCounts; top: number; isPicked: boolean }) {
  return (
    <div
      className={cx(
        'flex h-full min-w-0 flex-1 flex-col justify-end px-px sm:px-0.5',
        isPicked && 'bg-hover',
      )}
    >
      <div
        className="flex flex-col-reverse gap-px overflow-hidden rounded-t-xs"
        style={{ height: `${(callsOf(counts) / top) * 100}%` }}
      >
        {outcomes.map((outcome) =>
          counts[outcome] > 0 ? (
            <div
              key={outcome}
              className={cx('min-h-0.5', resultLooks[outcome].fill)}
              style={{ flexGrow: counts[outcome] }}
            />
          ) : null,
        )}
      </div>
    </div>
  )
}

function StepNumbers({ step, at, of }: { step: Step; at: number; of: number }) {
  const isLeft = at < of / 2
  const occurred = outcomes.filter((outcome) => step.counts[outcome] > 0)
  const distance = `calc(${((isLeft ? at + 1 : of - at) / of) * 100}% + 0.25rem)`
  return (
    <div
      className="pointer-events-none absolute top-0 z-10 w-40 rounded-md border bg-raised px-3 py-2 text-xs shadow-md"
      style={isLeft ? { left: distance } : { right: distance }}
    >
      <p className="font-medium text-sm">{step.longName}</p>
      <p>{formatCount(callsOf(step.counts), 'call')}</p>
      <dl className="tabular mt-1 grid grid-cols-[auto_1fr_auto] items-center gap-x-1.5">
        {occurred.map((outcome) => {
          const { word, Icon, ink } = resultLooks[outcome]
          return (
            <div key={outcome} className="col-span-3 grid grid-cols-subgrid items-center">
              <Icon className={cx('size-3.5', ink)} />
              <dt className="text-muted">{word}</dt>
              <dd className="text-right font-medium">{formatNumber(step.counts[outcome])}</dd>
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
      <LoadingText>Loading calls</LoadingText>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {outcomes.slice(0, 4).map((outcome) => (
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
