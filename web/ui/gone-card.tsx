import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'

type GoneCardProps = {
  icon?: ReactNode
  title: string
  description: string
  /** The list that it would be in. */
  to: string
  linkLabel: string
}

/** In place of something that doesn't exist, or belongs to another organization. */
export const GoneCard = ({ to, linkLabel, ...texts }: GoneCardProps) => (
  <Card>
    <EmptyState
      {...texts}
      action={
        <LinkButton to={to} variant="secondary" size="sm">
          {linkLabel}
        </LinkButton>
      }
    />
  </Card>
)
