import { ArrowLeft } from 'lucide-react'
import { useLocation } from 'react-router'
import { useUser } from '#web/lib/swr.ts'
import { NOT_FOUND_TITLE, useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

export function NotFoundPage() {
  const { data: user } = useUser()
  const { pathname } = useLocation()
  useTitle(NOT_FOUND_TITLE)
  return (
    <div className="mx-auto grid min-h-[60dvh] w-full max-w-md place-content-center justify-items-center px-4 text-center">
      {user ? (
        <p aria-hidden className="tabular font-semibold text-4xl text-faint tracking-tight">
          404
        </p>
      ) : (
        <h1 className="font-semibold text-2xl tracking-tight">{NOT_FOUND_TITLE}</h1>
      )}
      <p className="mt-2 text-pretty text-muted">
        There's no page at <span className="wrap-anywhere font-mono text-sm">{pathname}</span>.
      </p>
      <LinkButton to={user ? paths.dashboard : paths.auth} variant="secondary" className="mt-6">
        <ArrowLeft />
        {user ? 'Back to Dashboard' : 'Back to Sign In'}
      </LinkButton>
    </div>
  )
}
