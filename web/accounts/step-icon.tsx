import { CircleCheck, MailCheck, TriangleAlert } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const looks = {
  mail: { Icon: MailCheck, look: 'bg-accent-soft text-accent-text' },
  done: { Icon: CircleCheck, look: 'bg-valid-soft text-valid' },
  failed: { Icon: TriangleAlert, look: 'bg-invalid-soft text-invalid' },
} as const

/** How a step stands, at a glance; its heading says it in words. */
export function StepIcon({ of }: { of: keyof typeof looks }) {
  const { Icon, look } = looks[of]
  return (
    <span className={cx('mb-4 grid size-11 place-items-center rounded-full', look)}>
      <Icon aria-hidden className="size-5.5" />
    </span>
  )
}
