import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/button.tsx'

export const GuideLink = ({ section, children }: { section?: string; children: ReactNode }) => (
  <LinkButton
    variant="text"
    href={`/docs/guides/webhooks${section ? `#${section}` : ''}`}
    target="_blank"
    rel="noreferrer"
  >
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </LinkButton>
)
