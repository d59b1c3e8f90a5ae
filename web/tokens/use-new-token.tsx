import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { refreshTokens, useTokens } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { type CreatedToken, MAX_TOKENS } from '#worker/tokens/contract.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { TokenCreatedDialog } from './token-created-dialog.tsx'
import { TokenLimitDialog } from './token-limit-dialog.tsx'

type Step =
  | { name: 'closed' }
  | { name: 'limit' }
  | { name: 'form' }
  | { name: 'created'; token: CreatedToken }

type NewToken = {
  start: () => void
  isAtLimit: boolean
  dialogs: ReactNode
}

const closed: Step = { name: 'closed' }

export function useNewToken(): NewToken {
  const navigate = useNavigate()
  const { tokens, organizationId } = useTokens()
  const [step, setStep] = useState<Step>(closed)
  const isAtLimit = tokens.length >= MAX_TOKENS
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
          <CreateTokenDialog
            organizationId={organizationId}
            onClose={close}
            onCreated={(token) => setStep({ name: 'created', token })}
            onLimit={refuse}
          />
        )
    }
  }
  return {
    start: () => {
      opener.current = document.activeElement
      setStep(isAtLimit ? { name: 'limit' } : { name: 'form' })
    },
    isAtLimit,
    dialogs: dialog(),
  }
}
