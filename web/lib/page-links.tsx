import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'

type PageLinksProps = {
  newest: string | undefined
  older: string | undefined
  /** For a list in another order. */
  labels?: { newest: string; older: string }
  onTurn: () => void
}

const byTime = { newest: 'Newest', older: 'Older' }

/** For a list with keyset pages. Shows nothing for a single page. */
export function PageLinks({ newest, older, labels = byTime, onTurn }: PageLinksProps) {
  if (newest === undefined && older === undefined) return null
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3 border-t px-5 py-3">
      {newest === undefined ? (
        <span />
      ) : (
        <Button asChild variant="secondary" size="sm" icon={<ArrowLeft aria-hidden />}>
          <Link to={newest} onClick={onTurn}>
            {labels.newest}
          </Link>
        </Button>
      )}
      {older === undefined ? null : (
        <Button asChild variant="secondary" size="sm">
          <Link to={older} onClick={onTurn}>
            {labels.older}
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      )}
    </nav>
  )
}

/** For the card of a list: after a page is turned, focus and view are at its start. */
export function usePageTurn() {
  const card = useRef<HTMLElement>(null)
  const turn = () => {
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'start' })
  }
  return { card, turn }
}
