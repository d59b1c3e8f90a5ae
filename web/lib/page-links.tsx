import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'

type PageLinksProps = { newest: string | undefined; older: string | undefined; onTurn: () => void }

/** For a list with keyset pages. Shows nothing for a single page. */
export function PageLinks({ newest, older, onTurn }: PageLinksProps) {
  if (newest === undefined && older === undefined) return null
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3 border-t px-5 py-3">
      {newest === undefined ? (
        <span />
      ) : (
        <Button asChild variant="secondary" size="sm" icon={<ArrowLeft aria-hidden />}>
          <Link to={newest} onClick={onTurn}>
            Newest
          </Link>
        </Button>
      )}
      {older === undefined ? null : (
        <Button asChild variant="secondary" size="sm">
          <Link to={older} onClick={onTurn}>
            Older
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      )}
    </nav>
  )
}
