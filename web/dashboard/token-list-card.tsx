import { Clock3, KeyRound, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { useTokens } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { cancelDeletion, KindBadge, RevokeTokenDialog, useCanManageToken } from '#web/tokens/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import type { Token } from '#worker/tokens/contract.ts'

export function TokenListCard() {
  const { tokens, organizationId, ...read } = useTokens()
  const canManage = useCanManageToken()

  const content = () => {
    if (read.isLoading) return <LoadingRows count={3} label="Loading API tokens" rowClass="py-3" />
    if (read.error) return <LoadError title="Failed to load API tokens" {...read} />
    if (tokens.length === 0 || !organizationId) {
      return (
        <EmptyState
          icon={<KeyRound />}
          title="No API tokens yet"
          description="An API token lets your code validate tax IDs for this organization."
          className="py-10"
        />
      )
    }
    return (
      <ul tabIndex={-1} aria-label="API Tokens" className="divide-y divide-line">
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            canManage={canManage(token)}
            organizationId={organizationId}
          />
        ))}
      </ul>
    )
  }

  return (
    <Card
      title="API Tokens"
      action={
        <Link to={paths.tokens} className={cardLinkClass}>
          Manage tokens
        </Link>
      }
      aria-busy={read.isLoading}
    >
      <CardContent className="py-2">{content()}</CardContent>
    </Card>
  )
}

type TokenRowProps = { token: Token; canManage: boolean; organizationId: string }

function TokenRow({ token, canManage, organizationId }: TokenRowProps) {
  const deleteButton = useRef<HTMLButtonElement>(null)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <p dir="auto" className="truncate text-left font-medium" title={token.name}>
            {token.name}
          </p>
          <KindBadge token={token} />
        </div>
        {token.isApp ? null : (
          <p className="truncate font-mono text-muted text-xs">{token.obfuscatedToken}</p>
        )}
        <p className="text-faint text-xs">
          {token.isApp ? 'Connected' : 'Created'} <Time value={token.createdAt} />
        </p>
        {token.deleteAt ? (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <p className="flex items-center gap-1 text-unsure text-xs">
              <Clock3 className="size-3.5 shrink-0" />
              <span>
                Will be deleted <Time value={token.deleteAt} />
              </span>
            </p>
            {canManage ? (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Keep Token ${token.name}`}
                onClick={() => {
                  // The focused button disappears.
                  deleteButton.current?.focus()
                  void cancelDeletion(organizationId, token)
                }}
              >
                Keep Token
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {canManage ? (
        <DialogButton
          ref={deleteButton}
          variant="ghost"
          size="icon-sm"
          icon={<Trash2 />}
          aria-label={`Delete token ${token.name}`}
          title="Delete Token"
          dialog={(close) => (
            <RevokeTokenDialog organizationId={organizationId} token={token} onClose={close} />
          )}
        />
      ) : null}
    </li>
  )
}
