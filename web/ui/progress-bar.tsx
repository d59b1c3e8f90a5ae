import { cx } from './cx.ts'

const tones = {
  accent: 'bg-accent-text',
  warning: 'bg-unsure-fill',
  critical: 'bg-invalid-fill',
} as const

type ProgressBarProps = {
  percent: number
  label: string
  valueText: string
  tone: keyof typeof tones
}

export function ProgressBar({ percent, label, valueText, tone }: ProgressBarProps) {
  const width = Math.max(0, Math.min(100, percent))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(width)}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-idle-soft ring-1 ring-idle-line ring-inset"
    >
      <div
        className={cx('h-full rounded-full transition-[width]', tones[tone])}
        style={{ width: `${width}%` }}
      />
    </div>
  )
}
