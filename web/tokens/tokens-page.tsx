import { KeyRound, Plus } from 'lucide-react'
import { api } from '#web/lib/api-client.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { inOrganization, query } from '#web/lib/queries.ts'
import { useOfOrganization, useTokens } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MAX_TOKENS } from '#worker/tokens/contract.ts'
import { TokenCard, TokenCardLoading } from './token-card.tsx'
import { liveTokens, testTokens } from './token-state.ts'
import { useCanManageToken } from './use-can-manage.ts'
import { type NewToken, useNewToken } from './use-new-token.tsx'

const tokenUsage = (organizationId: string) => query(api.tokens.usage, inOrganization(organizationId))

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4'

export function TokensPage() {
  const { tokens, organizationId, ...read } = useTokens()
  const newToken = useNewToken()
  useOpenRequest('create-token', !read.isLoading && !newToken.isInactive, newToken.start)
  const liveCount = liveTokens(tokens).length
  const testCount = testTokens(tokens).length
  const appCount = tokens.length - liveCount - testCount
  const canManage = useCanManageToken()
  const { data: usage, error: usageError } = useOfOrganization(tokenUsage)

  const content = () => {
    if (read.isLoading) return <TokenCardLoading className={gridClass} />
    if (read.error) return <LoadError inCard title="Failed to load API tokens" {...read} />
    if (tokens.length === 0 || !organizationId) {
      return (
        <EmptyState
          inCard
          icon={<KeyRound />}
          title="No API tokens yet"
          description="An API token lets your code validate tax IDs for this organization."
        />
      )
    }
    return (
      <ul tabIndex={-1} aria-label="API Tokens" className={gridClass}>
        {tokens.map((token) => (
          <TokenCard
            key={token.id}
            organizationId={organizationId}
            token={token}
            canManage={canManage(token)}
            isActive={!newToken.isInactive}
            dailyCalls={usage && (usage.find(({ tokenId }) => tokenId === token.id)?.days ?? [])}
            dailyCallsFailed={usageError !== undefined}
          />
        ))}
      </ul>
    )
  }

  const count = () => {
    if (read.isLoading) return <Skeleton className="h-4 w-20" />
    if (read.error) return null
    return (
      <span className="tabular text-muted text-sm">
        {liveCount} of {MAX_TOKENS} used
        {testCount > 0 ? `, ${testCount} test` : null}
        {appCount > 0 ? `, ${appCount} ${appCount === 1 ? 'app' : 'apps'}` : null}
      </span>
    )
  }

  return (
    <>
      <PageHeader
        description={<Description newToken={newToken} />}
        actions={
          <>
            {count()}
            <Button
              icon={<Plus />}
              disabled={read.isLoading || newToken.isAtLimit || newToken.isInactive}
              onClick={newToken.start}
            >
              Create New Token
            </Button>
          </>
        }
      />
      {content()}
      {newToken.dialog}
    </>
  )
}

function Description({ newToken }: { newToken: NewToken }) {
  if (newToken.isInactive) return "No tokens can be created, because this organization isn't active."
  if (!newToken.isAtLimit)
    return 'Use a separate token in each place, so that you can revoke one without affecting the others.'
  return (
    <>
      {`All ${MAX_TOKENS} API tokens of this organization are in use. Revoke one to create another.`}{' '}
      {newToken.isAtTestLimit ? null : (
        <Button variant="text" onClick={newToken.startTest}>
          Create a test token
        </Button>
      )}
    </>
  )
}
