import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { api } from '#web/lib/api-client.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { queries } from '#web/lib/queries.ts'
import { fresh, useRead } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { LoadingRows, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { SessionInfo } from '#worker/accounts/contract.ts'
import { endSession, showOnlyThisSession } from './profile-actions.ts'

export function SessionsCard() {
  const listRef = useRef<HTMLUListElement>(null)
  const { data: sessions, ...read } = useRead(queries.sessions, fresh)
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0

  const content = () => {
    if (read.error) return <LoadError title="Failed to load sessions" {...read} />
    if (!sessions) return <Loading />
    return (
      <ul ref={listRef} tabIndex={-1} aria-label="Sessions" className="divide-y divide-line">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    )
  }

  return (
    <Card
      title="Sessions"
      description={sessions ? summary(others) : "The browsers you're signed in with."}
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-2 pb-2">{content()}</CardContent>
      <CardFooter>
        <SignOutElsewhere others={others} onSignedOut={() => listRef.current?.focus()} />
      </CardFooter>
    </Card>
  )
}

const summary = (others: number) =>
  others === 0
    ? 'Signed in here and nowhere else.'
    : `Signed in here and in ${formatCount(others, 'other browser')}.`

function Session({ session }: { session: SessionInfo }) {
  const Icon = isHandheld(session.device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 px-5 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md border bg-sunken text-muted max-sm:hidden">
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{session.device}</span>
          {session.isCurrent ? <Badge tone="accent">This device</Badge> : null}
        </p>
        <p className="text-muted text-sm">
          <span className="block">
            {session.isCurrent ? (
              'Active now'
            ) : (
              <>
                Last seen <Time value={session.lastSeenAt} style="relative" />
              </>
            )}
            {session.place ? ` · ${session.place}` : null}
          </span>
          Signed in <Time value={session.createdAt} style="date-time" />
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button variant="ghost" size="sm" pendingLabel="Signing out..." action={() => endSession(session)}>
          Sign out
          <span className="sr-only">
            {' '}
            {session.device}, signed in <Time value={session.createdAt} style="date-time" />
          </span>
        </Button>
      )}
    </li>
  )
}

function Loading() {
  return (
    <LoadingRows count={2} label="Loading sessions" rowClass="flex items-center gap-3.5 px-5 py-3">
      <Skeleton className="size-9 shrink-0 max-sm:hidden" />
      <div className="flex flex-1 flex-col">
        <Skeleton className="my-1 h-3.5 w-40" />
        <Skeleton className="my-1 h-3 w-56 max-sm:w-28" />
        <Skeleton className="my-1 h-3 w-36" />
      </div>
    </LoadingRows>
  )
}

export const isHandheld = (device: string): boolean => /\b(android|iphone|ipad|ios|mobile)\b/i.test(device)

type SignOutElsewhereProps = {
  others: number
  onSignedOut: () => void
}

function SignOutElsewhere({ others, onSignedOut }: SignOutElsewhereProps) {
  const signOut = () =>
    attempt('Failed to sign out everywhere else', async () => {
      const response = await confirmed(() => api.user.sessions.$delete())
      if (!response) return
      void showOnlyThisSession()
      // The button is disabled now, so the focus can't return to it.
      setTimeout(onSignedOut)
      toast.success('Signed out everywhere else', { description: "You're still signed in here." })
    })

  return (
    <ConfirmButton
      variant="secondary"
      className="h-auto! min-h-9 min-w-0 shrink! whitespace-normal! py-1 pointer-coarse:min-h-11"
      icon={<LogOut />}
      disabled={others === 0}
      question={{
        title: 'Sign out everywhere else?',
        description: `${formatCount(others, 'other session')} will end immediately. You stay signed in here.`,
        confirmLabel: 'Sign Out Everywhere Else',
        pendingLabel: 'Signing out...',
        onConfirm: signOut,
      }}
    >
      Sign Out Everywhere Else
    </ConfirmButton>
  )
}
