import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { StepHeading, type StepHeadingProps } from '#web/ui/step-heading.tsx'

export const LinkPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-1 flex-col items-center px-4 py-8 sm:py-14">
    <div className="w-full max-w-sm">{children}</div>
  </div>
)

type LinkStepProps = Pick<StepHeadingProps, 'title' | 'icon'> & { text: ReactNode; children?: ReactNode }

export const LinkStep = ({ text, children, ...heading }: LinkStepProps) => (
  <LinkPage>
    <StepHeading level={1} takesFocus {...heading}>
      {text}
    </StepHeading>
    {children}
  </LinkPage>
)

export const LinkLoading = ({ label }: { label: string }) => (
  <LinkPage>
    <SpinnerScreen label={label} className="min-h-96" />
  </LinkPage>
)

type LinkFailedProps = {
  title: string
  reason: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  children: ReactNode
}

export const LinkFailed = ({ title, reason, onRetry, retrying = false, children }: LinkFailedProps) => (
  <LinkStep icon="failed" title={title} text={<p role="alert">{reason}</p>}>
    <div className="mt-6 space-y-2">
      {onRetry ? (
        <Button size="lg" className="w-full" pending={retrying} pendingLabel="Retrying..." onClick={onRetry}>
          Try Again
        </Button>
      ) : null}
      {children}
    </div>
  </LinkStep>
)
