import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { refreshTokens, useOrganizations, useTokens } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { type CreatedToken, MAX_TEST_TOKENS, MAX_TOKENS } from '#worker/tokens/contract.ts'
import type { CreateTokenDialogProps } from './create-token-dialog.tsx'
import { TokenCreatedDialog } from './token-created-dialog.tsx'
import { TokenLimitDialog } from './token-limit-dialog.tsx'
import { liveTokens } from './token-state.ts'

const CreateTokenDialog = lazyComponent<CreateTokenDialogProps>(
  async () => (await import('./create-token-dialog.tsx')).CreateTokenDialog,
)

type Step =
  | { name: 'closed' }
  | { name: 'limit' }
  | { name: 'form'; live: boolean }
  | { name: 'created'; token: CreatedToken }

export type NewToken = {
  start: () => void
  startTest: () => void
  /** The organization is suspended or disabled: no token can be created. */
  isInactive: boolean
  /** Of the live tokens. */
  isAtLimit: boolean
  isAtTestLimit: boolean
  /** Its value is known until this screen is left. */
  created: (CreatedToken & { organizationId: string }) | undefined
  dialogs: ReactNode
}

const closed: Step = { name: 'closed' }

export function useNewToken(): NewToken {
  const navigate = useNavigate()
  const { tokens, organizationId } = useTokens()
  const { organizations } = useOrganizations()
  const organization = organizations?.find(({ id }) => id === organizationId)
  const [step, setStep] = useState<Step>(closed)
  const [created, setCreated] = useState<NewToken['created']>()
  const liveCount = liveTokens(tokens).length
  const isAtLimit = liveCount >= MAX_TOKENS
  const isAtTestLimit = tokens.length - liveCount >= MAX_TEST_TOKENS
  // One dialog follows another, so remember where the focus came from.
  const opener = useRef<Element>(null)
  const close = () => {
    setStep(closed)
    setTimeout(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    })
  }

  const refuse = () => {
    setStep({ name: 'limit' })
    if (organizationId) void refreshTokens(organizationId)
  }
  const manage = () => {
    close()
    void navigate(paths.tokens)
  }
  const dialog = () => {
    switch (step.name) {
      case 'closed':
        return null
      case 'limit':
        return <TokenLimitDialog onClose={close} onManage={manage} />
      case 'created':
        return <TokenCreatedDialog token={step.token} onClose={close} />
      case 'form':
        return (
          <Suspense>
            <CreateTokenDialog
              organizationId={organizationId}
              startsLive={step.live}
              isAtLimit={isAtLimit}
              isAtTestLimit={isAtTestLimit}
              onClose={close}
              onCreated={(token) => {
                if (organizationId) setCreated({ ...token, organizationId })
                setStep({ name: 'created', token })
              }}
              onLimit={refuse}
            />
          </Suspense>
        )
    }
  }
  const open = (next: Step) => {
    opener.current = document.activeElement
    setStep(next)
  }
  return {
    start: () => open(isAtLimit ? { name: 'limit' } : { name: 'form', live: true }),
    startTest: () => open({ name: 'form', live: false }),
    isInactive: organization !== undefined && organization.status !== 'ACTIVE',
    isAtLimit,
    isAtTestLimit,
    created: created?.organizationId === organizationId ? created : undefined,
    dialogs: dialog(),
  }
}
