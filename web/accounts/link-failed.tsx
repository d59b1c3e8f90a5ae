import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { StepHeading } from './step-heading.tsx'
import { StepIcon } from './step-icon.tsx'

type LinkFailedProps = {
  title: string
  reason: string
  /** Where another try makes sense. */
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** The way on. */
  children: ReactNode
}

/** The link of a mail led nowhere: why, and the way on. */
export function LinkFailed({ title, reason, onRetry, retrying = false, children }: LinkFailedProps) {
  return (
    <>
      <StepHeading level={1} takesFocus icon={<StepIcon of="failed" />} title={title}>
        <p role="alert">{reason}</p>
      </StepHeading>
      <div className="mt-6 space-y-2">
        {onRetry ? (
          <Button
            size="lg"
            className="w-full"
            pending={retrying}
            pendingLabel="Retrying..."
            onClick={onRetry}
          >
            Try Again
          </Button>
        ) : null}
        {children}
      </div>
    </>
  )
}
