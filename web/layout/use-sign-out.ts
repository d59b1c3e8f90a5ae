import { useState } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { logout } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'

export function useSignOut() {
  const [isSigningOut, setSigningOut] = useState(false)
  const signOut = async () => {
    setSigningOut(true)
    try {
      await logout()
      toast.success('Logged out', {
        onNextScreen: true,
        description: 'You have been successfully logged out',
      })
    } catch (error) {
      setSigningOut(false)
      toast.error('Logout failed', { description: errorText(error) })
    }
  }
  return { isSigningOut, signOut: () => void signOut() }
}
