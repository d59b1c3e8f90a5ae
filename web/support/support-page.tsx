import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '#web/lib/swr.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountCard } from './account-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { OwnRequest } from './own-request.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestsCard } from './requests-card.tsx'

export function SupportPage() {
  const [query] = useSearchParams()
  const reference = query.get('request')
  return reference ? <OwnRequest key={reference} reference={reference} /> : <Support />
}

function Support() {
  const { data: user } = useUser()
  const requests = useRef<HTMLElement>(null)
  const showRequests = () => {
    requests.current?.focus({ preventScroll: true })
    requests.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <PageHeader description="Tell us about anything that doesn't work or isn't clear." />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-5">
          {user ? <RequestForm key={user.id} userId={user.id} onSubmitted={showRequests} /> : null}
          <RequestsCard ref={requests} onTurn={showRequests} />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-1">
          <ContactCard />
          <AccountCard />
        </div>
      </div>
    </>
  )
}
