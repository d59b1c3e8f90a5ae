import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { refreshTokens, useSelected, useTokens } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CreatedToken, MAX_TEST_TOKENS, MAX_TOKENS } from '#worker/tokens/contract.ts'
import { CreateTokenDialog, TokenCreatedDialog } from './lazy-dialogs.ts'
import { liveTokens, testTokens } from './token-state.ts'

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
  isAtLimit: boolean
  isAtTestLimit: boolean
  /** Its value is known until this screen is left. */
  created: CreatedToken | undefined
  dialogs: ReactNode
}

const closed: Step = { name: 'closed' }

export function useNewToken(): NewToken {
  const navigate = useNavigate()
  const { tokens, organizationId } = useTokens()
  const organization = useSelected()
  const [step, setStep] = useState<Step>(closed)
  const [created, setCreated] = useState<CreatedToken>()
  const isAtLimit = liveTokens(tokens).length >= MAX_TOKENS
  const isAtTestLimit = testTokens(tokens).length >= MAX_TEST_TOKENS
  const close = () => setStep(closed)

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
          <CreateTokenDialog
            organizationId={organizationId}
            startsLive={step.live}
            isAtLimit={isAtLimit}
            isAtTestLimit={isAtTestLimit}
            onClose={close}
            onCreated={(token) => {
              setCreated(token)
              setStep({ name: 'created', token })
            }}
            onLimit={refuse}
          />
        )
    }
  }
  return {
    start: () => setStep(isAtLimit ? { name: 'limit' } : { name: 'form', live: true }),
    startTest: () => setStep({ name: 'form', live: false }),
    isInactive: organization !== undefined && organization.status !== 'ACTIVE',
    isAtLimit,
    isAtTestLimit,
    created,
    dialogs: dialog(),
  }
}

function TokenLimitDialog({ onClose, onManage }: { onClose: () => void; onManage: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="API Token Limit Reached"
      description={`This organization has the maximum number of ${MAX_TOKENS} API tokens. Delete one first, then create the new one.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onManage}>Manage Tokens</Button>
        </>
      }
    />
  )
}
