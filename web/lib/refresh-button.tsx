import { RotateCw } from 'lucide-react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

type RefreshButtonProps = Pick<ButtonProps, 'size' | 'disabled'> & {
  read: { isLoading: boolean; isRetrying: boolean; retry: () => void }
}

export const RefreshButton = ({ read, ...button }: RefreshButtonProps) => (
  <Button
    variant="secondary"
    icon={<RotateCw aria-hidden />}
    pending={read.isRetrying && !read.isLoading}
    onClick={read.retry}
    {...button}
  >
    Refresh
  </Button>
)
