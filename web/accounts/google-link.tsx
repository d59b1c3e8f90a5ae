import { useSettings } from '#web/lib/swr.ts'
import { LinkButton } from '#web/ui/button.tsx'

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

export function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4.5">
      <path
        fill="#4285F4"
        d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.9c2.2-2.1 3.5-5.1 3.5-8.8z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3a7.2 7.2 0 0 1-10.8-3.8h-4v3.1A12 12 0 0 0 12 24z"
      />
      <path fill="#FBBC05" d="M5.3 14.3a7.2 7.2 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8z" />
      <path
        fill="#EA4335"
        d="M12 4.8c1.8 0 3.3.6 4.6 1.8L20 3.2A12 12 0 0 0 1.3 6.6l4 3.1A7.2 7.2 0 0 1 12 4.8z"
      />
    </svg>
  )
}
