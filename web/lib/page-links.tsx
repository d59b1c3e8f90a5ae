import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useId, useRef } from 'react'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type PageLinksProps = {
  newest: string | undefined
  older: string | undefined
  labels?: { newest: string; older: string } | undefined
}

type PagedCardProps = ComponentProps<typeof Card> &
  PageLinksProps & { ref?: RefObject<HTMLElement | null>; name?: string; footer?: ReactNode }

/** The card of a list in pages. `name` is a title that only screen readers read. */
export function PagedCard({ name, newest, older, labels, footer, children, ...card }: PagedCardProps) {
  const nameId = useId()
  const own = useRef<HTMLElement>(null)
  const { ref = own } = card
  const showStart = () => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Card tabIndex={-1} {...(name && { 'aria-labelledby': nameId })} {...card} ref={ref}>
      {name ? (
        <h2 id={nameId} className="sr-only">
          {name}
        </h2>
      ) : null}
      {children}
      <PageLinks newest={newest} older={older} labels={labels} onTurn={showStart} />
      {footer}
    </Card>
  )
}

const byTime = { newest: 'Newest', older: 'Older' }

function PageLinks({ newest, older, labels = byTime, onTurn }: PageLinksProps & { onTurn: () => void }) {
  if (!newest && !older) return null
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3 border-t px-5 py-3">
      {newest ? (
        <LinkButton to={newest} onClick={onTurn} variant="secondary" size="sm" icon={<ArrowLeft />}>
          {labels.newest}
        </LinkButton>
      ) : (
        <span />
      )}
      {older ? (
        <LinkButton to={older} onClick={onTurn} variant="secondary" size="sm">
          {labels.older}
          <ArrowRight />
        </LinkButton>
      ) : null}
    </nav>
  )
}
