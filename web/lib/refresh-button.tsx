import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

export type RefreshButtonProps = Pick<ButtonProps, 'size' | 'disabled'> & {
  read: { isLoading: boolean; isRetrying: boolean; isStale: boolean; retry: () => void }
}

export function RefreshButton({ read, ...button }: RefreshButtonProps) {
  const { isLoading, isRetrying, isStale, retry } = read
  const wasClicked = useRef(false)
  useEffect(() => {
    if (isRetrying || !wasClicked.current) return
    wasClicked.current = false
    if (!isStale) return
    toast.error('Failed to refresh', {
      description: 'You still see earlier data. Check your connection and try again.',
    })
  }, [isRetrying, isStale])
  return (
    <Button
      variant="secondary"
      icon={<RotateCw />}
      pending={isRetrying && !isLoading}
      onClick={() => {
        wasClicked.current = true
        retry()
      }}
      {...button}
    >
      Refresh
    </Button>
  )
}
