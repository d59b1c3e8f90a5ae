import type { ReactNode } from 'react'
import { useUser } from '#web/lib/swr.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

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

export const StepActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-col gap-2 sm:flex-row sm:flex-wrap">{children}</div>
)
