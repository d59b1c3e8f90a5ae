import type { ReactNode } from 'react'
import { useUser } from '#web/lib/swr.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { StepHeading, type StepHeadingProps } from '#web/ui/step-heading.tsx'

/** The signed-out layout has no margins of its own. */
export function CheckoutScreen({ children }: { children: ReactNode }) {
  const { data: user } = useUser()
  return (
    <div className={cx('mx-auto w-full', user ? 'max-w-5xl' : 'max-w-5xl px-4 py-10 sm:px-6 sm:py-16')}>
      {children}
    </div>
  )
}

export const StepCard = ({ children }: { children: ReactNode }) => (
  <Card className="mx-auto w-full max-w-lg sm:mt-6">
    <CardContent className="p-6 sm:p-8">{children}</CardContent>
  </Card>
)

type StepProps = Pick<StepHeadingProps, 'title' | 'icon'> & {
  level?: StepHeadingProps['level']
  takesFocus?: boolean
  text: ReactNode
  children?: ReactNode
  actions: ReactNode
}

export const Step = ({ level = 2, takesFocus = true, text, children, actions, ...heading }: StepProps) => (
  <StepCard>
    <StepHeading level={level} takesFocus={takesFocus} {...heading}>
      {text}
    </StepHeading>
    {children}
    <div className="mt-6 flex flex-col gap-2 sm:flex-row sm:flex-wrap">{actions}</div>
  </StepCard>
)
