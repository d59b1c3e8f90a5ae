import type { ReactNode } from 'react'

export const GuideLink = ({ section, children }: { section?: string; children: ReactNode }) => (
  <a
    href={`/docs/guides/webhooks${section ? `#${section}` : ''}`}
    target="_blank"
    rel="noreferrer"
    className="touch-target rounded-xs font-medium text-accent-text hover:underline"
  >
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
