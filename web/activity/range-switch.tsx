import { cx } from '#web/ui/cx.ts'
import { type UsageRange, usageRanges } from '#worker/activity/contract.ts'

const labels: Readonly<Record<UsageRange, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
}

type RangeSwitchProps = { value: UsageRange; onPick: (range: UsageRange) => void }

export function RangeSwitch({ value, onPick }: RangeSwitchProps) {
  return (
    <fieldset className="flex gap-1 rounded-md bg-idle-soft p-1">
      <legend className="sr-only">Time range</legend>
      {usageRanges.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === value}
          onClick={() => onPick(range)}
          className={cx(
            'h-7 whitespace-nowrap rounded-sm px-2.5 font-medium text-muted text-sm transition-colors hover:text-ink pointer-coarse:h-10',
            'aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-xs',
          )}
        >
          {labels[range]}
        </button>
      ))}
    </fieldset>
  )
}
