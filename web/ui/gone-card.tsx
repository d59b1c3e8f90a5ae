import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'
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
        <Button asChild variant="secondary" size="sm">
          <Link to={to}>{linkLabel}</Link>
        </Button>
      }
    />
  </Card>
)
