import { CircleCheck, Hourglass, MailCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

const looks = {
  mail: { Icon: MailCheck, look: 'bg-accent-soft text-accent-text' },
  done: { Icon: CircleCheck, look: 'bg-valid-soft text-valid' },
  waiting: { Icon: Hourglass, look: 'bg-unsure-soft text-unsure' },
  failed: { Icon: TriangleAlert, look: 'bg-invalid-soft text-invalid' },
} as const

export type StepHeadingProps = {
  level: 1 | 2
  title: string
  icon?: keyof typeof looks | undefined
  takesFocus?: boolean
  id?: string
  children?: ReactNode
}

export function StepHeading({ level, title, icon, takesFocus = false, id, children }: StepHeadingProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  return (
    <div className="wrap-anywhere">
      {icon ? <StepIcon {...looks[icon]} /> : null}
      <Heading
        ref={ref}
        id={id}
        tabIndex={-1}
        className={cx('font-semibold tracking-tight', level === 1 ? 'text-2xl' : 'text-xl')}
      >
        {title}
      </Heading>
      {children ? (
        <div className="mt-1 text-pretty text-muted [&_strong]:font-medium [&_strong]:text-ink">
          {children}
        </div>
      ) : null}
    </div>
  )
}

const StepIcon = ({ Icon, look }: (typeof looks)[keyof typeof looks]) => (
  <span className={cx('mb-4 grid size-11 place-items-center rounded-full', look)}>
    <Icon className="size-5.5" />
  </span>
)
