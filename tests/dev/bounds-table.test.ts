import { expect, it } from 'vitest'
import { type Bound, bounds, boundsTable } from '#tests/worker/http/bounds.ts'
import { formatDuration } from '#worker/lib/time.ts'
import { tierNames, tiers } from '#worker/membership/constants.ts'

it('BOUNDS.md has all bounds', () => {
  const shown = [...boundsTable].map(([name, { most }]) => [name, most])
  const known = Object.entries<Bound>(bounds).map(([name, bound]) => [name, textOf(bound)])
  expect(shown.toSorted()).toEqual(known.toSorted())
})

const figure = (count: number) => count.toLocaleString('en-US')

function textOf({ calls, seconds }: Bound): string {
  const most =
    typeof calls === 'number'
      ? figure(calls)
      : tiers.map((tier) => `${tierNames[tier]} ${figure(calls[tier])}`).join(', ')
  return most + periodOf(seconds)
}

function periodOf(seconds: Bound['seconds']): string {
  if (seconds === undefined) return ''
  if (seconds === 'month') return ' a month'
  if (seconds === 86_400) return ' a day'
  return seconds === 3_600 ? ' an hour' : ` in ${formatDuration(seconds)}`
}
