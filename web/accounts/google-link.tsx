import { useSettings } from '#web/lib/swr.ts'
import { LinkButton } from '#web/ui/button.tsx'

import { GoogleMark } from './google-mark.tsx'

export function GoogleLink({ invitation }: { invitation: string | null }) {
  const { data: settings } = useSettings()
  if (!settings?.googleSignIn) return null
  const query = invitation ? `?${new URLSearchParams({ invitation })}` : ''
  return (
    <div className="mt-5 space-y-5">
      <p className="flex items-center gap-3 text-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <LinkButton
        href={`/auth/google${query}`}
        variant="secondary"
        size="lg"
        className="w-full px-0!"
        icon={<GoogleMark />}
      >
        Continue with Google
      </LinkButton>
    </div>
  )
}
