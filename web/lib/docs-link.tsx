import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/button.tsx'

export const DocsLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <LinkButton variant="text" href={href} target="_blank" rel="noreferrer">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </LinkButton>
)
