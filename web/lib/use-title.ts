import { useEffect } from 'react'

export const NOT_FOUND_TITLE = '404 Page Not Found'

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tinproof`
  }, [title])
}
