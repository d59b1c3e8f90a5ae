import { FormError } from '#web/ui/form.tsx'
import { DISABLED_COOKIE } from '#worker/accounts/contract.ts'

export function SignInError({ error }: { error: 'google' | 'disabled' }) {
  const disabled = readCookie(DISABLED_COOKIE) ?? 'This account is disabled. Contact support.'
  return (
    <FormError
      title="Login failed"
      reason={error === 'disabled' ? disabled : 'Google sign-in failed. Try again.'}
    />
  )
}

/** HTTPS adds the prefix. */
function readCookie(name: string): string | undefined {
  const found = document.cookie.match(new RegExp(`(?:^|; )(?:__Host-)?${name}=([^;]*)`))
  return found?.[1] && decodeURIComponent(found[1])
}
