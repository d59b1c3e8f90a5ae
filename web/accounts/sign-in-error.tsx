import { Banner } from '#web/ui/banner.tsx'
import { DISABLED_COOKIE } from '#worker/accounts/contract.ts'

export function SignInError({ error }: { error: 'google' | 'disabled' }) {
  const disabled = readCookie(DISABLED_COOKIE) ?? 'This account is disabled. Contact support.'
  return (
    <Banner tone="critical" title="Login failed">
      <p className="break-words">{error === 'disabled' ? disabled : 'Google sign-in failed. Try again.'}</p>
    </Banner>
  )
}

/** HTTPS adds the prefix. */
function readCookie(name: string): string | undefined {
  const found = document.cookie.match(new RegExp(`(?:^|; )(?:__Host-)?${name}=([^;]*)`))
  return found?.[1] && decodeURIComponent(found[1])
}
