import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { CountryOf } from './result-text.ts'

const SHOWN = 5

type CountryCandidatesProps = {
  codes: readonly string[]
  countryOf: CountryOf
  onPick: (country: string) => void
}

export function CountryCandidates({ codes, countryOf, onPick }: CountryCandidatesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? codes : codes.slice(0, SHOWN)
  const hidden = codes.length - shown.length
  return (
    <>
      <p role="status" className={codes.length === 0 ? 'sr-only' : 'text-muted text-sm'}>
        {codes.length === 0
          ? ''
          : `This number fits ${formatCount(codes.length, 'country', 'countries')}. Select one:`}
      </p>
      {codes.length === 0 ? null : (
        <ul aria-label="Countries that fit" className="flex flex-wrap gap-1.5">
          {shown.map((code) => (
            <li key={code}>
              <Button variant="secondary" size="sm" onClick={() => onPick(code)}>
                {countryOf(code)?.name ?? code}
              </Button>
            </li>
          ))}
          {hidden > 0 ? (
            <li>
              <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
                {hidden} more
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </>
  )
}
