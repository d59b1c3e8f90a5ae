import { useEffect } from 'react'

/** Sets the tab's title: "Pricing Plans · Tinproof". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tinproof`
  }, [title])
}
