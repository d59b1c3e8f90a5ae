import { cx } from '#web/ui/cx.ts'
import { More } from '#web/ui/more.tsx'
import { healthOfShare } from '#worker/registers/contract/health.ts'
import type { RegisterCalls, RegisterStatus } from '#worker/registers/contract.ts'
import { HealthBadge } from './health-badge.tsx'
import {
  describeCalls,
  describeHours,
  formatShare,
  type Hour,
  healthOf,
  isIdle,
  placeOf,
  type RegisterGroup,
  recentHours,
} from './register-status.ts'

const rowClass =
  'grid items-center gap-x-4 gap-y-2 lg:grid-cols-[minmax(9rem,1fr)_8rem_6.5rem_6.5rem_minmax(7rem,12rem)] xl:gap-x-6'

export function ColumnHeads() {
  return (
    <>
      <p aria-hidden className="border-b px-5 py-2 text-faint text-xs lg:hidden">
        Bars show the last 24 hours. The latest is on the right.
      </p>
      <div aria-hidden className={cx(rowClass, 'border-b px-5 py-2 text-faint text-xs max-lg:hidden')}>
        <span>Register</span>
        <span>State</span>
        <span>Last hour</span>
        <span>Last day</span>
        <span className="flex justify-between">
          <span>24 hours ago</span>
          <span>Now</span>
        </span>
      </div>
    </>
  )
}

type RegisterRowProps = {
  group: RegisterGroup
  at: string
}

export function RegisterRow({ group: { register, parts }, at }: RegisterRowProps) {
  const isTogether = parts.length > 0
  const called = parts.filter((part) => !isIdle(part))
  const place = placeOf(register, parts.length)
  return (
    <li className="px-5 py-3.5">
      <Figures register={register} at={at} place={place} />
      {isTogether ? (
        <More
          label={
            <span>
              By country
              <FailingParts parts={parts} />
            </span>
          }
        >
          <ul className="divide-y divide-line border-t">
            {called.map((part) => (
              <li key={part.id} className="py-2.5 last:pb-0">
                <Figures register={part} at={at} place={viesStatusText(part)} isPart />
              </li>
            ))}
            {called.length < parts.length ? (
              <li className="pt-2.5 text-sm">
                <span className="text-faint">No calls in the last 24 hours:</span>{' '}
                {parts
                  .filter(isIdle)
                  .map(({ name }) => name)
                  .join(', ')}
              </li>
            ) : null}
          </ul>
        </More>
      ) : null}
    </li>
  )
}

function FailingParts({ parts }: { parts: readonly RegisterStatus[] }) {
  const names = parts
    .filter((part) => part.publishedStatus === 'unavailable' || ['down', 'poor'].includes(healthOf(part)))
    .map(({ name }) => name)
  if (names.length === 0) return null
  const rest = names.length - 3
  return (
    <span className="font-normal text-unsure">
      {' · trouble: '}
      {names.slice(0, 3).join(', ')}
      {rest > 0 ? ` and ${rest} more` : null}
    </span>
  )
}

function viesStatusText({ publishedStatus }: RegisterStatus): string | undefined {
  if (publishedStatus === 'unavailable') return 'VIES reports: unavailable'
  return publishedStatus === 'available' ? 'VIES reports: available' : undefined
}

type FiguresProps = { register: RegisterStatus; at: string; place: string | undefined; isPart?: true }

function Figures({ register, at, place, isPart }: FiguresProps) {
  const Heading = isPart ? 'h4' : 'h3'
  return (
    <div className={rowClass}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 lg:contents">
        <div className="min-w-0 flex-[1_1_8rem]">
          <Heading className={cx('break-words', isPart ? 'text-sm' : 'font-medium')}>{register.name}</Heading>
          {place ? <p className="text-faint text-sm">{place}</p> : null}
        </div>
        <div>
          <HealthBadge register={register} />
        </div>
      </div>
      <Figure term="Last hour" calls={register.lastHour} />
      <Figure term="Last day" calls={register.lastDay} />
      <HoursStrip hours={recentHours(register, at)} />
    </div>
  )
}

function Figure({ term, calls }: { term: string; calls: RegisterCalls }) {
  const { value, of } = describeCalls(calls)
  return (
    <dl className="tabular flex justify-between gap-3 text-sm lg:block">
      <dt className="text-faint lg:sr-only">{term}</dt>
      <dd className="flex gap-2 lg:block">
        <span className={cx('lg:block', !of && 'text-faint')}>{value}</span>
        {of ? <span className="text-faint lg:block lg:text-xs">{of}</span> : null}
      </dd>
    </dl>
  )
}

const fills = {
  ok: 'bg-valid-fill',
  poor: 'bg-unsure-fill',
  down: 'bg-invalid-fill',
  unknown: 'bg-idle-line',
  off: 'bg-idle-line',
} as const

function HoursStrip({ hours }: { hours: readonly Hour[] }) {
  return (
    <div role="img" aria-label={describeHours(hours)} className="flex h-7 items-end gap-px">
      {hours.map(({ at, label, share }) => (
        <span
          key={at}
          title={`${label}: ${share === null ? 'no calls' : `${formatShare(share)} succeeded`}`}
          className="flex h-full min-w-0 flex-1 items-end"
        >
          <span
            className={cx('w-full rounded-[1px]', fills[healthOfShare(share)])}
            style={{ height: share === null ? '3px' : `${Math.max(20, share * 100)}%` }}
          />
        </span>
      ))}
    </div>
  )
}
