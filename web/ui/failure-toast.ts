import { useEffect } from 'react'
import { toast } from './toast.tsx'

/** Shows what failed as a toast. The screen shows the reason, so that a screen reader speaks each once. */
export function useFailureToast(title: string, reason: unknown): void {
  useEffect(() => {
    if (title !== '' && reason !== undefined) toast.error(title)
  }, [title, reason])
}
