import { type ReactNode, useState } from 'react'
import { useSelected, useTokens } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CreatedToken, MAX_TEST_TOKENS, MAX_TOKENS } from '#worker/tokens/contract.ts'
import { CreateTokenDialog, TokenCreatedDialog } from './lazy-dialogs.ts'
import { liveTokens, testTokens } from './token-state.ts'

export type NewToken = {
  start: () => void
  startTest: () => void
  isInactive: boolean
  isAtLimit: boolean
  isAtTestLimit: boolean
  /** Its value is known until this screen is left. */
  created: CreatedToken | undefined
  dialog: ReactNode
}

export function useNewToken(): NewToken {
  const { tokens } = useTokens()
  const organization = useSelected()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const [created, setCreated] = useState<CreatedToken>()
  const isAtLimit = liveTokens(tokens).length >= MAX_TOKENS
  const close = () => setDialog(null)
  const showLimit = () => setDialog(<TokenLimitDialog onClose={close} />)
  const showForm = (startsLive: boolean) =>
    setDialog(
      <CreateTokenDialog
        startsLive={startsLive}
        onClose={close}
        onCreated={(token) => {
          setCreated(token)
          setDialog(<TokenCreatedDialog token={token} onClose={close} />)
        }}
        onLimit={showLimit}
      />,
    )
  return {
    start: () => (isAtLimit ? showLimit() : showForm(true)),
    startTest: () => showForm(false),
    isInactive: organization !== undefined && organization.status !== 'ACTIVE',
    isAtLimit,
    isAtTestLimit: testTokens(tokens).length >= MAX_TEST_TOKENS,
    created,
    dialog,
  }
}

const TokenLimitDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title="API Token Limit Reached"
    description={`This organization has the maximum number of ${MAX_TOKENS} API tokens. Delete one first, then create the new one.`}
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <LinkButton to={paths.tokens} onClick={onClose}>
          Manage Tokens
        </LinkButton>
      </>
    }
  />
)
