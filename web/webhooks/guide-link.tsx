import type { ReactNode } from 'react'
import { textButtonClass } from '#web/ui/button.tsx'

export const GuideLink = ({ section, children }: { section?: string; children: ReactNode }) => (
  <a
    href={`/docs/guides/webhooks${section ? `#${section}` : ''}`}
    target="_blank"
    rel="noreferrer"
    className={textButtonClass}
  >
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
