import { Building2, Plus } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { NewOrganization } from './use-new-organization.tsx'

export const NoOrganization = ({ newOrganization }: { newOrganization: NewOrganization }) => (
  <Card>
    <EmptyState
      icon={<Building2 />}
      title="No organizations"
      description="You're not in an organization yet. Create one, or ask an admin to invite you."
      action={
        <Button icon={<Plus />} onPointerEnter={newOrganization.preload} onClick={newOrganization.start}>
          New Organization
        </Button>
      }
    />
  </Card>
)
