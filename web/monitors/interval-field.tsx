import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type MonitorInterval, monitorIntervals } from '#worker/monitors/contract.ts'

export const intervalWords: Readonly<Record<MonitorInterval, string>> = {
  day: 'Every day',
  week: 'Every week',
  month: 'Every month',
}

const options = monitorIntervals.map((value) => ({ value, label: intervalWords[value] }))

type IntervalFieldProps = { value: MonitorInterval; onValueChange: (every: MonitorInterval) => void }

export const IntervalField = (field: IntervalFieldProps) => (
  <RadioGroup label="Check" className="sm:grid-cols-3" options={options} {...field} />
)
