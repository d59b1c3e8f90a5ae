import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountCard } from './account-card.tsx'
import { ContactCard } from './contact-card.tsx'

export function SupportPage() {
  return (
    <>
      <PageHeader description="Write to us about anything that does not work or is not clear." />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <ContactCard />
        <AccountCard />
      </div>
    </>
  )
}
