import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSecurity } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { IconBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { AccountSecurity } from '#worker/accounts/contract.ts'
import { setUpTwoFactor, turnOffTwoFactor } from './profile-actions.ts'

const SetUpDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).SetUpDialog)
const NewCodesDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).NewCodesDialog)
const preload = () => void SetUpDialog.preload()

const FEW_CODES = 3

export function TwoFactorCard() {
  const { data: security, ...read } = useSecurity()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const setUp = async () => {
    const setup = await setUpTwoFactor()
    if (setup) setDialog(<SetUpDialog setup={setup} onClose={close} />)
  }
  const isOn = Boolean(security?.twoFactor.enabledAt)

  return (
    <Card
      title="Two-Factor Sign-In"
      description="A code from an authenticator app on your phone, in addition to your password or Google."
      action={isOn ? <IconBadge look={{ tone: 'valid', word: 'On', Icon: ShieldCheck }} /> : null}
      aria-busy={read.isLoading}
      tabIndex={-1}
    >
      {read.error ? (
        <LoadError title="Failed to load two-factor sign-in" {...read} />
      ) : security ? (
        <Status
          twoFactor={security.twoFactor}
          onSetUp={setUp}
          onNewCodes={() => setDialog(<NewCodesDialog onClose={close} />)}
        />
      ) : (
        <CardContent>
          <LoadingText>Loading two-factor sign-in</LoadingText>
          <Skeleton className="h-9 w-44" />
        </CardContent>
      )}
      {dialog}
    </Card>
  )
}

type StatusProps = {
  twoFactor: AccountSecurity['twoFactor']
  onSetUp: () => Promise<void>
  onNewCodes: () => void
}

function Status({ twoFactor, onSetUp, onNewCodes }: StatusProps) {
  const { enabledAt, recoveryCodesLeft, isRequired } = twoFactor
  if (!enabledAt) {
    return (
      <CardContent className="space-y-4">
        {isRequired ? (
          <Banner tone="warning" title="Required for platform administrators">
            Turn it on to use the admin area.
          </Banner>
        ) : null}
        <Button onFocus={preload} onPointerEnter={preload} action={onSetUp}>
          Turn On
        </Button>
      </CardContent>
    )
  }
  return (
    <>
      <CardContent className="space-y-4">
        <p className="text-muted text-sm">
          On since <Time value={enabledAt} />. {formatCount(recoveryCodesLeft, 'recovery code')} left.
        </p>
        {recoveryCodesLeft < FEW_CODES ? (
          <Banner
            tone="warning"
            title={
              recoveryCodesLeft === 0
                ? 'You have no recovery codes left'
                : "You're running out of recovery codes"
            }
          >
            Create new ones, so that you can sign in without your phone.
          </Banner>
        ) : null}
      </CardContent>
      <CardFooter>
        <Button variant="secondary" onFocus={preload} onPointerEnter={preload} onClick={onNewCodes}>
          New Recovery Codes
        </Button>
        <ConfirmButton
          variant="secondary"
          question={{
            title: 'Turn off two-factor sign-in?',
            description:
              'Your password or Google alone will be enough to sign in. Your recovery codes stop working.',
            confirmLabel: 'Turn Off',
            pendingLabel: 'Turning off...',
            onConfirm: turnOffTwoFactor,
          }}
        >
          Turn Off
        </ConfirmButton>
      </CardFooter>
    </>
  )
}
