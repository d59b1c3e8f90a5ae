import { CalendarClock, CircleCheck, CircleX, Clock3 } from 'lucide-react'
import { type ComponentProps, useId, useRef } from 'react'
import { countryName } from '#web/lib/country-name.ts'
import { formatCount } from '#web/lib/format.ts'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import { pathWith } from '#web/lib/page-params.ts'
import { Time } from '#web/lib/time.tsx'
import { paths } from '#web/paths.ts'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { IconBadge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FeatureList } from '#web/ui/feature-list.tsx'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { endOldSecret } from './delete-token.ts'
import { KindBadge } from './kind-badge.tsx'
import { RevokeTokenDialog } from './revoke-token-dialog.tsx'
import { appAbilities, permissionTexts } from './token-options.ts'
import { tokenState } from './token-state.ts'

const AllowedIpsDialog = lazyDialog(async () => (await import('./allowed-ips-dialog.tsx')).AllowedIpsDialog)

const RotateTokenDialog = lazyDialog(
  async () => (await import('./rotate-token-dialog.tsx')).RotateTokenDialog,
)

const cardClass = '@container flex min-w-0 flex-col rounded-lg border bg-surface p-5 shadow-xs'

const stateLooks = {
  active: { tone: 'valid', word: 'Active', Icon: CircleCheck },
  scheduled: { tone: 'unsure', word: 'To be deleted', Icon: CalendarClock },
  expired: { tone: 'invalid', word: 'Expired', Icon: CircleX },
} as const

const SHOWN_IPS = 3

type TokenCardProps = {
  organizationId: string
  token: Token
  canManage: boolean
  /** The organization's. In one that isn't active, a token can only be revoked. */
  isActive: boolean
  dailyCalls: readonly number[] | undefined
  dailyCallsFailed: boolean
}

export function TokenCard(props: TokenCardProps) {
  const { token, canManage } = props
  const titleId = useId()
  return (
    <li aria-labelledby={titleId} className={cardClass}>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h2
          id={titleId}
          dir="auto"
          className="max-w-full flex-[1_0_min-content] break-words text-left font-semibold text-lg tracking-tight"
        >
          {token.name}
        </h2>
        <div className="flex shrink-0 gap-1.5 pt-0.5">
          <KindBadge token={token} />
          <IconBadge look={stateLooks[tokenState(token, new Date())]} />
        </div>
      </div>
      <p className="mt-0.5 text-muted text-sm">
        {token.isApp ? 'Connected' : 'Created'} <Time value={token.createdAt} />
        <span className="wrap-anywhere"> by {token.createdBy ?? 'a deleted account'}</span>
      </p>
      {token.isApp ? null : (
        <div className="mt-4 flex items-center justify-between gap-2 rounded-md border bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 truncate font-mono text-sm">{token.obfuscatedToken}</code>
          <CopyButton text={token.obfuscatedToken} label={`Copy masked token ${token.name}`} />
        </div>
      )}
      {token.isApp ? (
        <FeatureList features={appAbilities} className="mt-4 text-sm" />
      ) : (
        <ul className="mt-4 space-y-1.5 text-sm">
          {token.permissions.read ? <Access {...permissionTexts.read} /> : null}
          {token.permissions.validation ? <Access {...permissionTexts.validation} /> : null}
        </ul>
      )}
      <Facts {...props} titleId={titleId} />
      {canManage ? (
        <Actions {...props} titleId={titleId} />
      ) : (
        <p className="mt-auto flex min-h-8 items-center text-faint text-sm">
          Only its creator, managers and admins can revoke it.
        </p>
      )}
    </li>
  )
}

type PartProps = TokenCardProps & { titleId: string }

function Facts({
  organizationId,
  token,
  canManage,
  isActive,
  dailyCalls,
  dailyCallsFailed,
  titleId,
}: PartProps) {
  const isExpired = tokenState(token, new Date()) === 'expired'
  return (
    <dl className="mt-4 mb-5 grid @3xs:grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact term="Last used" className="flex flex-wrap gap-x-3">
        {token.lastUsedAt ? (
          <span>
            <Time value={token.lastUsedAt} style="relative" />
            {token.lastUsedCountry ? `, ${countryName(token.lastUsedCountry)}` : null}
          </span>
        ) : (
          'Never'
        )}
        {token.live ? (
          <LinkButton
            variant="text"
            to={pathWith(paths.activity, { token: token.id })}
            aria-describedby={titleId}
          >
            See its calls
          </LinkButton>
        ) : null}
      </Fact>
      {token.live ? (
        <Fact term="Last 30 days" className="flex min-h-5 items-end gap-3">
          {dailyCalls ? <Sparkline dailyCalls={dailyCalls} /> : dailyCallsFailed ? "Didn't load" : null}
        </Fact>
      ) : null}
      {token.oldSecret ? (
        <Fact term="Old secret" className="flex flex-wrap gap-x-3">
          <span>
            Works until <Time value={token.oldSecret.endsAt} style="date-time" />
          </span>
          {canManage ? (
            <ConfirmButton
              variant="text"
              aria-describedby={titleId}
              question={{
                title: 'End Old Secret',
                description: (
                  <>
                    Code that still uses the old secret of <strong>{token.name}</strong>,{' '}
                    <code className="font-mono">{token.oldSecret.obfuscatedToken}</code>, stops working. This
                    can't be undone.
                  </>
                ),
                confirmLabel: 'End Old Secret',
                onConfirm: () => void endOldSecret(organizationId, token),
              }}
            >
              End Now
            </ConfirmButton>
          ) : null}
        </Fact>
      ) : null}
      <Fact term="Allowed IPs" className="flex flex-wrap items-start gap-x-3">
        <AllowedIps ips={token.allowedIps} />
        {canManage && isActive ? (
          <DialogButton
            variant="text"
            aria-describedby={titleId}
            dialog={(close) => (
              <AllowedIpsDialog organizationId={organizationId} token={token} onClose={close} />
            )}
          >
            {token.allowedIps.length > 0 ? 'Edit' : 'Limit'}
          </DialogButton>
        ) : null}
      </Fact>
      {token.lastRefusedAt ? (
        <Fact term="Last refused" className="wrap-anywhere">
          {token.lastRefusedIp ?? 'Unknown address'}, <Time value={token.lastRefusedAt} style="relative" />
        </Fact>
      ) : null}
      {token.expiresAt ? (
        <Fact term={token.isApp ? 'Ends if unused' : isExpired ? 'Expired' : 'Expires'}>
          <Time value={token.expiresAt} />
        </Fact>
      ) : null}
      {token.deleteAt ? (
        <Fact term="Will be deleted" className="flex items-center gap-1.5 text-unsure">
          <Clock3 className="size-3.5 shrink-0" />
          <Time value={token.deleteAt} style="date-time" />
        </Fact>
      ) : null}
    </dl>
  )
}

function Fact({ term, ...rest }: { term: string } & ComponentProps<'dd'>) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd {...rest} />
    </>
  )
}

function Actions({ organizationId, token, isActive, titleId }: PartProps) {
  const revokeButton = useRef<HTMLButtonElement>(null)
  const look = {
    variant: 'secondary',
    size: 'sm',
    className: 'flex-1 whitespace-nowrap',
    'aria-describedby': titleId,
  } as const
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {isActive && !token.isApp ? (
        <DialogButton
          {...look}
          dialog={(close) => (
            <RotateTokenDialog organizationId={organizationId} token={token} onClose={close} />
          )}
        >
          Rotate…
        </DialogButton>
      ) : null}
      {isActive && token.deleteAt ? (
        <Button
          {...look}
          onClick={() => {
            // The focused button disappears.
            revokeButton.current?.focus()
            void cancelDeletion(organizationId, token)
          }}
        >
          Keep Token
        </Button>
      ) : null}
      <DialogButton
        {...look}
        ref={revokeButton}
        dialog={(close) => (
          <RevokeTokenDialog organizationId={organizationId} token={token} onClose={close} />
        )}
      >
        Revoke Token
      </DialogButton>
    </div>
  )
}

function AllowedIps({ ips }: { ips: readonly string[] }) {
  if (ips.length === 0) return 'Any'
  const more = ips.length - SHOWN_IPS
  return (
    <ul className="wrap-anywhere min-w-0">
      {ips.slice(0, SHOWN_IPS).map((ip) => (
        <li key={ip}>{ip}</li>
      ))}
      {more > 0 ? <li className="text-muted">and {more} more</li> : null}
    </ul>
  )
}

function Access({ label, hint }: { label: string; hint: string }) {
  return (
    <li className="flex items-start gap-2">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-valid" />
      <div>
        {label}
        <p className="text-faint">{hint}</p>
      </div>
    </li>
  )
}

function Sparkline({ dailyCalls }: { dailyCalls: readonly number[] }) {
  const calls = dailyCalls.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...dailyCalls, 1)
  return (
    <>
      <span className="tabular whitespace-nowrap">{formatCount(calls, 'call')}</span>
      {calls > 0 ? (
        <svg
          aria-hidden
          viewBox={`0 0 ${dailyCalls.length * 4} 20`}
          preserveAspectRatio="none"
          className="h-5 min-w-0 max-w-40 flex-1 fill-accent-text"
        >
          {dailyCalls.map((count, day) => {
            const height = count === 0 ? 1 : Math.max(2, (count / most) * 20)
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
            return <rect key={day} x={day * 4} y={20 - height} width={3} height={height} />
          })}
        </svg>
      ) : null}
    </>
  )
}

export function TokenCardLoading({ className }: { className: string }) {
  return (
    <div className={className}>
      <LoadingText>Loading API tokens</LoadingText>
      {[0, 1, 2].map((card) => (
        <div key={card} className={cardClass}>
          <Skeleton className="h-5 w-36" />
          <Skeleton className="mt-2 h-3.5 w-28" />
          <Skeleton className="mt-5 h-10 w-full rounded-md" />
          <Skeleton className="mt-5 h-4 w-44" />
          <Skeleton className="mt-5 h-4 w-32" />
          <Skeleton className="mt-6 h-8 w-full rounded-md" />
        </div>
      ))}
    </div>
  )
}
